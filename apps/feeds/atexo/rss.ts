import { escapeUTF8 } from 'entities';
import { DateTime } from 'luxon';
import { type Item } from '../listing/item.js';
import { departementNames, organisme } from './row.js';

/** The portal's RSS 2.0, newest first. */
export function rssXml(items: Iterable<Item>, base: string): string {
  const all = [...items];
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
<channel>
<title>Consultations en cours</title>
<link>${escapeUTF8(base)}</link>
<description>Les dernières consultations publiées</description>
<language>fr</language>
${all[0] === undefined ? '' : `<pubDate>${rfc822(all[0].publie)}</pubDate>`}
${all.map((item) => itemXml(item, base)).join('\n')}
</channel>
</rss>
`;
}

function itemXml(item: Item, base: string): string {
  const link = `${base}/?page=entreprise.EntrepriseAdvancedSearch&AllCons&refConsultation=${item.numero}&orgAcronyme=${item.organisme}`;
  return `<item>
<guid isPermaLink="false">${item.numero}</guid>
<title>${escapeUTF8(item.titre)}</title>
<link>${escapeUTF8(link)}</link>
<pubDate>${rfc822(item.publie)}</pubDate>
<description>${escapeUTF8(lines(item).join('<br/>'))}</description>
</item>`;
}

/** Lines of the description; what is not known has no line. */
function lines(item: Item): string[] {
  const limite =
    item.limite === null ? null : `${item.limite.jour.split('-').reverse().join('/')} ${item.limite.heure ?? ''}`;
  const told: [string, string | null][] = [
    ['Référence', item.reference],
    ['Objet', item.objet],
    ['Organisme', organisme(item)],
    ['Procédure', item.procedure?.libelle ?? null],
    ['Catégorie', item.type_marche],
    ["Lieu d'exécution", item.departements.length === 0 ? null : departementNames(item.departements)],
    ['Date limite de remise des plis', limite?.trim() ?? null],
  ];
  return told.flatMap(([label, value]) => (value === null ? [] : [`${label} : ${escapeUTF8(value)}`]));
}

function rfc822(instant: number): string {
  return DateTime.fromMillis(instant, { zone: 'Europe/Paris' }).toRFC2822() ?? '';
}

import { escapeUTF8 } from 'entities';
import { departementOfPostcode } from '#sources/values/place';
import { type Item } from '../listing/item.js';
import { citedAddressOf, identifiantOf, pageOf } from './address.js';
import { french, limite, nomDepartement, oneOf, rfc3339, rfc822, toldLines, type Told } from './text.js';

/**
 * One item as each platform's feed writes it. AWS follows the rows of its list page (measured), achatpublic and
 * marches-securises the labels of theirs; how each wraps them in a feed is invented.
 */

/** Rows of AWS: buyer, `[réf. …]` and object without labels, HTML in CDATA. */
export function awsItem(item: Item): string {
  const { nom, code_postal } = item.acheteur;
  const lines = [
    `<b>${escapeUTF8(code_postal === null ? nom : `${nom} (${code_postal})`)}</b>`,
    `${item.reference === null ? '' : `<span class="ref-acheteur">[réf. ${escapeUTF8(item.reference)}]</span> `}${escapeUTF8(item.objet ?? item.titre)}`,
    ...item.lots.map(({ numero, titre }) => `Lot ${numero} : ${escapeUTF8(titre)}`),
    `Publié le ${french(item.publie, 'dd/LL/yy')}`,
    ...toldLines(
      [
        ['Date limite', limite(item, 'dd/LL/yy', (heure) => ` à ${heure.replace(':', 'h')}`)],
        ['Type de marché', item.type_marche],
        ['Procédure', item.procedure?.libelle ?? null],
        ["Lieu d'exécution", oneOf(item.departements, ', ')],
        ...figures(item),
      ],
      ' : ',
    ),
    `<a href="${escapeUTF8(citedAddressOf(item))}">DCE</a>`,
  ];
  return rssItem(item, `<![CDATA[${lines.map(inHtml).join('<br />\n')}]]>`);
}

/** Atom; labels in bold, a paragraph each; « 24 Sept. 2026 12 : 00 ». */
export function achatpublicEntry(item: Item): string {
  const [only] = item.departements;
  const places = item.departements.map((code) => `${code} - ${nomDepartement(code)}`).join(' ');
  const html = toldLines(
    [
      ['Organisme', buyer(item, item.acheteur.code_postal)],
      ['Référence', item.reference],
      ['Objet', item.objet],
      [
        'Lots',
        item.lots.length === 0 ? null : item.lots.map(({ numero, titre }) => `${numero} - ${titre}`).join(' ; '),
      ],
      ['Nature des prestations', item.type_marche],
      ['Type de procédure', item.procedure?.libelle ?? null],
      ["Lieu d'exécution", only === undefined ? null : item.departements.length === 1 ? nomDepartement(only) : places],
      ['Publié le', french(item.publie, 'd LLLL yyyy')],
      ['Date limite', limite(item, 'd LLL yyyy', (heure) => ` ${heure.replace(':', ' : ')}`)],
      ...figures(item),
    ],
    '&nbsp;:</strong> ',
  ).map((line) => `<p><strong>${inHtml(line)}</p>`);
  return `<entry>
<id>tag:achatpublic.com,2026:${identifiantOf(item)}</id>
<title type="text">${escapeUTF8(item.titre)}</title>
<link rel="alternate" type="text/html" href="${escapeUTF8(pageOf(item))}"/>
<published>${rfc3339(item.publie)}</published>
<updated>${rfc3339(item.modifie)}</updated>
<content type="html">${escapeUTF8(html.join('\n'))}</content>
</entry>`;
}

/** Plain text, a line each; the department of the buyer in brackets; « vendredi 13 mars 2026 - 12:00 ». */
export function marchesSecurisesItem(item: Item): string {
  const [only] = item.departements;
  const cp = item.acheteur.code_postal;
  const lines = toldLines(
    [
      ['Acheteur', buyer(item, cp === null ? null : departementOfPostcode(cp))],
      ['Référence', item.reference],
      ['Type', item.type_marche === null ? null : `Public / ${item.type_marche}`],
      ['Procédure', item.procedure?.libelle ?? null],
      [
        'Département',
        item.departements.length === 1 && only !== undefined
          ? `${only} ${nomDepartement(only)}`
          : oneOf(item.departements, ', '),
      ],
      ['Publié le', french(item.publie, 'd LLLL yyyy')],
      ['Clôture', limite(item, 'cccc d LLLL yyyy', (heure) => ` - ${heure}`)],
      ['Lots', item.lots.length === 0 ? null : `${item.lots.length} lots`],
      ...figures(item),
      ['Objet', item.objet],
    ],
    ' : ',
  );
  return rssItem(item, lines.join('\n'));
}

const ABBREVIATED: Readonly<Record<string, string>> = { MAPA: 'Proc.Adapt.', PCN: 'Proc.Négo.' };

/** One line, labels short, some accents lost, parts behind dashes. */
export function eMarchespublicsItem(item: Item): string {
  const { procedure } = item;
  const parts = toldLines(
    [
      ['Organisme', buyer(item, item.acheteur.code_postal)],
      ['Réf.', item.reference],
      ['Procedure', procedure === null ? null : (ABBREVIATED[procedure.abrege] ?? procedure.abrege)],
      ['Categorie', item.type_marche],
      ['Dépt.', oneOf(item.departements, ', ')],
      ['Mis en ligne le', french(item.publie, 'dd/LL/yyyy')],
      ['Date limite', limite(item, 'dd/LL/yyyy', (heure) => ` ${heure.replace(':', 'h')}`)],
      ...figures(item),
      ...item.lots.map(({ numero, titre }): Told => [`Lot ${numero}`, titre]),
      ['Objet', item.objet],
    ],
    ' : ',
  );
  return rssItem(item, escapeUTF8(parts.join(' - ')));
}

/** HTML escaped twice; labels before a no-break space. */
export function xmarchesItem(item: Item): string {
  const lines = toldLines(
    [
      ['Acheteur', buyer(item, item.acheteur.code_postal)],
      ['Référence de la consultation', item.reference],
      ['Objet', item.objet],
      ['Type de marché', item.type_marche],
      ['Procédure', item.procedure?.libelle ?? null],
      [
        "Lieu d'exécution",
        oneOf(
          item.departements.map((code) => `${nomDepartement(code)} (${code})`),
          ', ',
        ),
      ],
      [
        'Lot(s)',
        item.lots.length === 0 ? null : item.lots.map(({ numero, titre }) => `${numero} - ${titre}`).join(' ; '),
      ],
      ['Date de mise en ligne', french(item.publie, 'dd/LL/yyyy')],
      ['Date limite de remise des plis', limite(item, 'dd/LL/yyyy', (heure) => ` à ${heure.replace(':', 'h')}`)],
      ...figures(item),
    ],
    '&nbsp;:</b> ',
  );
  return rssItem(item, escapeUTF8(escapeUTF8(lines.map((line) => `<b>${inHtml(line)}`).join('<br />'))));
}

function rssItem(item: Item, description: string): string {
  return `<item>
<title>${escapeUTF8(item.titre)}</title>
<link>${escapeUTF8(pageOf(item))}</link>
<guid isPermaLink="false">${identifiantOf(item)}</guid>
<pubDate>${rfc822(item.modifie)}</pubDate>
<description>${description}</description>
</item>`;
}

function buyer({ acheteur }: Item, place: string | null): string {
  return place === null ? acheteur.nom : `${acheteur.nom} (${place})`;
}

function inHtml(line: string): string {
  return line.replaceAll('\n', '<br />');
}

/** What feeds give now and then. */
function figures(item: Item): Told[] {
  const { budget, cpv, cite, acheteur } = item;
  return [
    ['Code CPV', oneOf(cpv, ', ')],
    ['Estimation', budget === null ? null : `${budget.toFixed(2).replace('.', ',')} € HT`],
    ['SIRET', acheteur.siret],
    ['Avis BOAMP n°', cite.boamp],
    ['JOUE', cite.joue],
  ];
}

import type { Normalise } from '../adapter.js';
import { publicationDay } from '../rss/dates.js';
import { FeedFault } from '../rss/feed.js';
import { type Item, readItem, textOf } from '../rss/item.js';
import { labelled } from '../rss/labelled.js';
import type { Label } from '../rss/labels.js';
import { linesOf } from '../rss/lines.js';
import { createCollector } from '../values/cleaned.js';
import { refOfItem } from './item-ref.js';
import { publicationOf } from './publication.js';
import { rejected } from './rejected.js';
import type { ShownConsultation } from './shown.js';

/** Turns one item of a portal's RSS (format `atexo-item`) into a publication or a stated rejection. Never throws. */
export const normaliseAtexoItem: Normalise = ({ source, identifiant, body }) => {
  try {
    const item = readItem(new TextDecoder('utf-8').decode(body));
    const ref = refOfItem(item);
    if (ref === null) return rejected('incomplete', 'link: no consultation number and acronym', identifiant);
    return publicationOf(source, ref, shown(item), createCollector());
  } catch (error) {
    if (error instanceof FeedFault) return rejected(error.reason, error.message, identifiant);
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return rejected('internal', detail, identifiant);
  }
};

function shown(item: Item): ShownConsultation {
  const { values, prose } = labelled(linesOf(textOf(item, 'description') ?? '').lines);
  const first = (label: Label): string | null => values.get(label)?.[0] ?? null;
  const objet = values.get('objet')?.join('\n') ?? (prose.length === 0 ? null : prose.join('\n'));
  return {
    procedure: first('procedure'),
    categorie: first('type_marche'),
    publie: publicationDay(item).value ?? textOf(item, 'pubdate'),
    reference: first('reference'),
    intitule: textOf(item, 'title'),
    objet,
    organisme: first('acheteur'),
    lots: null,
    lieux: first('lieu') ?? first('departement'),
    valeur: first('budget'),
    limite: first('limite'),
  };
}

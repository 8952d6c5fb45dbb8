import { type Cheerio, type CheerioAPI, load } from 'cheerio/slim';
import type { ShownConsultation } from './shown.js';

/** The texts of one row of the list, and its keys. */
export interface AtexoRow extends ShownConsultation {
  refCons: string | undefined;
  orgCons: string | undefined;
}

type Found = Cheerio<Exclude<Parameters<typeof load>[0], string | Buffer | unknown[]>>;

/** Reads a fragment of the archive (list-page.ts). Null when it is no row. */
export function readRow(fragment: string): AtexoRow | null {
  const $ = load(fragment, { xml: { xmlMode: false } });
  // Their text is code; a title that holds some must not carry it along.
  $('script, style, template').remove();
  const row = $('div.item_consultation').first();
  if (row.length === 0) return null;
  const intitule = row.find('[id$="_panelBlocIntitule"]');
  return {
    refCons: row.find('input[name$="$refCons"]').first().attr('value'),
    orgCons: row.find('input[name$="$orgCons"]').first().attr('value'),
    procedure: whole(row.find('.cons_procedure abbr')) ?? shown(row.find('.cons_procedure')),
    categorie: shown(row.find('.cons_categorie')),
    publie: sheet(row.find('.cons_ref .date').first()),
    reference: shown(intitule.find('.small').not('.truncate').first()),
    intitule: whole(intitule.find('.truncate [title]')) ?? withoutBar(shown(intitule.find('.truncate').first())),
    objet: bloc(row.find('[id$="_panelBlocObjet"]')),
    organisme: bloc(row.find('[id$="_panelBlocDenomination"]')),
    lots: lotsOf($, row),
    lieux: whole(row.find('.lieux-exe [data-content]'), 'data-content') ?? shown(row.find('.lieux-exe')),
    valeur: estimatedValue($, row),
    limite: deadlineOf(row.find('.cons_dateEnd .cloture-line').first()),
  };
}

/** The text of an element, white space evened out; null when there is none. */
function shown(element: Found): string | null {
  const text = element.first().text().replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** The tooltip of an element: the line itself is cut, the tooltip is whole. */
function whole(element: Found, attribute = 'title'): string | null {
  const text = element.first().attr(attribute)?.trim() ?? '';
  return text === '' ? null : text;
}

/** A labelled panel: the tooltip, else what follows the label. */
function bloc(panel: Found): string | null {
  const tooltip = whole(panel.find('.truncate-700[title]'));
  if (tooltip !== null) return tooltip;
  const copy = panel.first().clone();
  copy.find('strong, .h5, label, a').remove();
  return shown(copy);
}

/** Between the reference and the title stands a bar. */
function withoutBar(text: string | null): string | null {
  return text?.replace(/^\|\s*/, '') ?? null;
}

/** Day, month and year of a calendar sheet, « 20 Déc. 2023 ». */
function sheet(block: Found): string | null {
  const parts = ['.day', '.month', '.year'].map((part) => shown(block.find(part)));
  return parts.every((part) => part === null) ? null : parts.join(' ');
}

function deadlineOf(line: Found): string | null {
  const day = sheet(line.find('.date').first());
  const time = shown(line.find('.time'));
  if (day === null) return shown(line);
  return time === null ? day : `${day} ${time}`;
}

function lotsOf($: CheerioAPI, row: Found): string | null {
  const texts = row
    .find('span')
    .toArray()
    .map((element) => shown($(element)) ?? '');
  return texts.find((text) => /^\d+\s+lots?$/i.test(text)) ?? null;
}

/** The value behind the label « Valeur estimée » of a panel that is not hidden; its id is not known, its label is. */
function estimatedValue($: CheerioAPI, row: Found): string | null {
  const label = row
    .find('strong, label, span, .h5')
    .toArray()
    .find((element) => /^(valeur|montant)\s+estimée?\b/i.test($(element).text().trim()));
  if (label === undefined) return null;
  const panel = $(label).parent();
  const hidden = [
    panel,
    ...panel
      .parentsUntil('.item_consultation')
      .toArray()
      .map((one) => $(one)),
  ].some((one) => /display\s*:\s*none/i.test(one.attr('style') ?? ''));
  if (hidden) return null;
  const text = shown(panel)?.replace(/^(valeur|montant)\s+estimée?[^:]*:?\s*/i, '') ?? '';
  return text === '' ? null : text;
}

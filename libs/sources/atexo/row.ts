import { type CheerioAPI, load } from 'cheerio/slim';
import { finder, type Found } from './finder.js';
import type { ConsultationRef } from './identity.js';
import { keysOfRow } from './keys-of.js';
import type { ShownConsultation } from './shown.js';
import { estimatedValue } from './valeur.js';

/** The texts of one row of the list, and its keys. */
export interface AtexoRow extends ShownConsultation {
  /** Null when the row does not show them as the software writes them. */
  ref: ConsultationRef | null;
}

/** Ids and classes of the software's rows, as observed in 2023–2026. */
const ROW = finder('div.item_consultation');
const CODE = finder('script, style, template');
const PROCEDURE = finder('.cons_procedure');
const PROCEDURE_NAME = finder('.cons_procedure abbr');
const CATEGORIE = finder('.cons_categorie');
const PUBLIE = finder('.cons_ref .date');
const REFERENCE = finder('[id$="_panelBlocIntitule"] .small:not(.truncate)');
const INTITULE = finder('[id$="_panelBlocIntitule"] .truncate');
const OBJET = finder('[id$="_panelBlocObjet"]');
const ORGANISME = finder('[id$="_panelBlocDenomination"]');
const LIEUX = finder('.lieux-exe');
const LIEUX_ALL = finder('.lieux-exe [data-content]');
const LIMITE = finder('.cons_dateEnd .cloture-line');
const DATE = finder('.date');
const TIME = finder('.time');
const SHEET = [finder('.day'), finder('.month'), finder('.year')];
const TITLED = finder('[title]');
const TOOLTIP = finder('.truncate-700[title]');
const SPAN = finder('span');

/** Reads a fragment of the archive (list-page.ts). Null when it is no row. */
export function readRow(fragment: string): AtexoRow | null {
  const $ = load(fragment, { xml: { xmlMode: false } });
  const row = ROW.first($, $.root());
  if (row.length === 0) return null;
  // Their text is code; a title that holds some must not carry it along.
  for (const code of CODE.all($, row)) code.remove();
  const intitule = INTITULE.first($, row);
  return {
    ref: keysOfRow($, row),
    procedure: whole(PROCEDURE_NAME.first($, row)) ?? shown(PROCEDURE.first($, row)),
    categorie: shown(CATEGORIE.first($, row)),
    publie: sheet($, PUBLIE.first($, row)),
    reference: shown(REFERENCE.first($, row)),
    intitule: whole(TITLED.first($, intitule)) ?? withoutBar(shown(intitule)),
    objet: bloc($, OBJET.first($, row)),
    organisme: bloc($, ORGANISME.first($, row)),
    lots: lotsOf($, row),
    lieux: whole(LIEUX_ALL.first($, row), 'data-content') ?? shown(LIEUX.first($, row)),
    valeur: estimatedValue($, row),
    limite: deadlineOf($, LIMITE.first($, row)),
  };
}

/** The text of an element, white space evened out; null when there is none. */
function shown(element: Found): string | null {
  const text = element.text().replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** The tooltip of an element: the line itself is cut, the tooltip is whole. */
function whole(element: Found, attribute = 'title'): string | null {
  const text = element.attr(attribute)?.trim() ?? '';
  return text === '' ? null : text;
}

/** A labelled panel: the tooltip, else what follows the label. */
function bloc($: CheerioAPI, panel: Found): string | null {
  return whole(TOOLTIP.first($, panel)) ?? shown(panel)?.replace(/^[\p{L}' ]{3,30}:\s*/u, '') ?? null;
}

/** Between the reference and the title stands a bar. */
function withoutBar(text: string | null): string | null {
  return text?.replace(/^\|\s*/, '') ?? null;
}

/** Day, month and year of a calendar sheet, « 20 Déc. 2023 ». */
function sheet($: CheerioAPI, block: Found): string | null {
  const parts = SHEET.map((part) => shown(part.first($, block)));
  return parts.every((part) => part === null) ? null : parts.join(' ');
}

function deadlineOf($: CheerioAPI, line: Found): string | null {
  const day = sheet($, DATE.first($, line));
  if (day === null) return shown(line);
  const time = shown(TIME.first($, line));
  return time === null ? day : `${day} ${time}`;
}

function lotsOf($: CheerioAPI, row: Found): string | null {
  const texts = SPAN.all($, row).map((span) => shown(span) ?? '');
  return texts.find((text) => /^\d+\s+lots?$/i.test(text)) ?? null;
}

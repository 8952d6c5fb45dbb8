import type { CheerioAPI } from 'cheerio/slim';
import { finder, type Found } from './finder.js';
import { consultationRef, type ConsultationRef } from './identity.js';

const NUMBER = finder('input[name$="$refCons"]');
const ACRONYM = finder('input[name$="$orgCons"]');

/** The keys of a row, in its hidden fields; null when they are not what the software writes. */
export function keysOfRow($: CheerioAPI, row: Found): ConsultationRef | null {
  return consultationRef(NUMBER.first($, row).attr('value'), ACRONYM.first($, row).attr('value'));
}

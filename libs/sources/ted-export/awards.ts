import type { EformsNode } from '../eforms/node.js';
import { trimmed } from './coded-data.js';
import { DEFENCE_FORMS } from './defence.js';
import { everywhere } from './everywhere.js';
import { divisionOf, numberOf, plainLotNumber } from './lots.js';

export interface AwardScope {
  /** Whether the award ends the whole notice. */
  closes: boolean;
  /** Numbers of the lots that it ends; `[]` when the procedure is not divided. */
  lots: string[];
}

/**
 * Which lots an award ends: awarded, unsuccessful and discontinued ones alike. Purchases within a dynamic purchasing system
 * leave it open, unless the notice terminates it.
 */
export function awardScope(form: EformsNode): AwardScope {
  if (DEFENCE_FORMS.has(form.name)) return defenceScope(form);
  const { divided, descriptions } = divisionOf(form.first('OBJECT_CONTRACT'));
  const awards = form.children('AWARD_CONTRACT').filter(isDecided);
  const ended = [...new Set(awards.flatMap((award) => trimmed(award.first('LOT_NO')) ?? []).map(plainLotNumber))];
  const goesOn = form.first('PROCEDURE/DPS') !== null && form.first('PROCEDURE/TERMINATION_DPS') === null;
  const decided = awards.length > 0 || form.first('RESULTS') !== null;
  const complete = divided !== true || descriptions.every((description) => ended.includes(numberOf(description)));
  return { closes: decided && complete && !goesOn, lots: divided === true ? ended : [] };
}

/** A defence award does not repeat the lots of its tender: it ends the whole notice only when it speaks of none. */
function defenceScope(form: EformsNode): AwardScope {
  const awards = everywhere(form, 'AWARD_OF_CONTRACT_DEFENCE');
  const lots = awards.flatMap((award) => trimmed(award.first('LOT_NUMBER')) ?? []).map(plainLotNumber);
  return { closes: awards.length > 0 && lots.length === 0, lots: [...new Set(lots)] };
}

function isDecided(award: EformsNode): boolean {
  return award.first('AWARDED_CONTRACT') !== null || award.first('NO_AWARDED_CONTRACT') !== null;
}

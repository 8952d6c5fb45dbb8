import type { EformsNode } from '../eforms/node.js';
import { trimmed } from './coded-data.js';
import { divisionOf, numberOf, plainLotNumber } from './lots.js';

/**
 * Which lots an award ends: awarded, unsuccessful and discontinued ones alike. Purchases within a dynamic purchasing system
 * leave it open, unless the notice terminates it.
 */
export function awardScope(form: EformsNode): { closes: boolean; lots: string[] } {
  const { divided, descriptions } = divisionOf(form.first('OBJECT_CONTRACT'));
  const awards = form.children('AWARD_CONTRACT').filter(isDecided);
  const ended = [...new Set(awards.flatMap((award) => trimmed(award.first('LOT_NO')) ?? []).map(plainLotNumber))];
  const goesOn = form.first('PROCEDURE/DPS') !== null && form.first('PROCEDURE/TERMINATION_DPS') === null;
  const decided = awards.length > 0 || form.first('RESULTS') !== null;
  const complete = divided !== true || descriptions.every((description) => ended.includes(numberOf(description)));
  return { closes: decided && complete && !goesOn, lots: divided === true ? ended : [] };
}

function isDecided(award: EformsNode): boolean {
  return award.first('AWARDED_CONTRACT') !== null || award.first('NO_AWARDED_CONTRACT') !== null;
}

import { yearOf } from '../calendar.js';
import { Draws } from '../draws.js';
import { type Buyer, drawBuyer } from '../facts/buyers.js';
import { contractKey, type ContractPlace, producerOf } from './contracts.js';

/** Who buys, and the number that he gives the contract. */
export interface Identity {
  buyer: Buyer;
  /** Without the number of the modification. */
  numero: string;
  /** The number has the regulatory form: two digits of the modification follow. */
  regulatory: boolean;
}

/** docs/sources.md D.3: AWS and PES follow the form in 95 of 100, AIFE does not; numbers used twice for different contracts. */
const HABITS = {
  decp_minef: { regulatory: 0.98, reused: 0.003 },
  pes_marche: { regulatory: 0.95, reused: 0.002 },
  aife_dume: { regulatory: 0.3, reused: 0.02 },
} as const;

export function identityOf(seed: number, place: ContractPlace): Identity {
  const { reused } = HABITS[producerOf(seed, place)];
  const reuses = place.rank > 0 && new Draws(seed, `reprise.${contractKey(place)}`).chance(reused);
  return ownIdentity(seed, reuses ? { ...place, rank: place.rank - 1 } : place);
}

function ownIdentity(seed: number, place: ContractPlace): Identity {
  const draws = new Draws(seed, `identite.${contractKey(place)}`);
  const buyer = drawBuyer(seed, draws);
  const internal = `${draws.pick(['', '', 'F', 'T', 'S', 'M', '2V', '_'])}${draws.between(1, 9_999_999)}`;
  return {
    buyer,
    numero: `${yearOf(place.day)}${internal.slice(0, 10)}`,
    regulatory: draws.chance(HABITS[producerOf(seed, place)].regulatory),
  };
}

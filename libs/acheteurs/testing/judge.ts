import type { GazetteBuyer } from './winter-2021.js';
import type { Register } from './register.js';

/** Deductions of hidden SIRETs against those that were published. */
export interface Judged {
  /** Notices whose SIRET was hidden. */
  hidden: number;
  right: number;
  wrong: { idweb: string; published: string; deduced: string }[];
  ambiguous: number;
  unknown: number;
  unnamed: number;
  /** 0 to 1: right among those given a SIRET. */
  precision: number;
  /** 0 to 1: right among those hidden. */
  coverage: number;
}

/** @param registerFor the register that one notice is judged by. */
export function judge(notices: readonly GazetteBuyer[], registerFor: (notice: GazetteBuyer) => Register): Judged {
  const judged = { hidden: 0, right: 0, wrong: [] as Judged['wrong'], ambiguous: 0, unknown: 0, unnamed: 0 };
  for (const notice of notices) {
    if (notice.siret === null) continue;
    judged.hidden++;
    const deduced = registerFor(notice).deduce(notice);
    if (deduced === null) judged.unnamed++;
    else if (deduced.issue === 'inconnu') judged.unknown++;
    else if (deduced.issue === 'ambigu') judged.ambiguous++;
    else if (deduced.siret === notice.siret) judged.right++;
    else judged.wrong.push({ idweb: notice.idweb, published: notice.siret, deduced: deduced.siret });
  }
  return {
    ...judged,
    precision: judged.right / (judged.right + judged.wrong.length),
    coverage: judged.right / judged.hidden,
  };
}

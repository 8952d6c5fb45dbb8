import { EvaluationFault, type Evaluation, type Modele } from '../modele.js';

type Answer = Evaluation | EvaluationFault;

/** A model of which the test decides what it answers. */
export interface FakeModele extends Modele {
  /** Titles of the notices that it was asked about, in order. */
  asked: string[];
  answer(next: (titre: string, signal: AbortSignal) => Answer | Promise<Answer>): void;
}

export function fakeModele(nom = 'modele-1'): FakeModele {
  const asked: string[] = [];
  let answer: (titre: string, signal: AbortSignal) => Answer | Promise<Answer> = () => ({ valeur: 'oui', raison: nom });
  return {
    nom,
    asked,
    answer: (next) => void (answer = next),
    async evaluer(_profil, annonce, signal) {
      const { titre } = JSON.parse(annonce) as { titre: string };
      asked.push(titre);
      const given = await answer(titre, signal);
      if (given instanceof EvaluationFault) throw given;
      return { ...given, jetons: 100 };
    },
  };
}

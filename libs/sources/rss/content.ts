import type { AvisContent } from '#contract/avis';
import type { SourceCode } from '../registry.js';
import type { Collector } from '../values/cleaned.js';
import { text } from '../values/text.js';
import { buyerOf } from './buyer.js';
import { deadline } from './deadline.js';
import type { Label } from './labels.js';
import { declaredLots } from './lots.js';
import { declaredDepartements, labelledDepartements } from './places.js';
import type { Said } from './said.js';
import { duration, estimation, firstCpv, procedureLabel, typeMarche } from './words.js';

/** Platforms whose place of execution is a list of departments, by code or by exact name. */
const LISTS_DEPARTEMENTS: ReadonlySet<string> = new Set<SourceCode>(['achatpublic']);

/** The served fields that an item's words give; what they do not say is null. */
export function contentOf(
  source: SourceCode,
  said: Said,
  lien_source: string | null,
  collector: Collector,
): AvisContent {
  const first = (label: Label): string | undefined => said.values.get(label)?.[0];
  const cleaned = <T>(
    label: Label,
    champ: string,
    rule: (value: string) => Parameters<typeof collector.keep<T>>[1],
  ): T | null => {
    const value = first(label);
    return value === undefined ? null : collector.keep(champ, rule(value));
  };
  const objet = text(said.values.get('objet')?.join('\n'));
  const prose = text(said.prose.join('\n'));
  const { nb_lots, lots } = declaredLots(said.values.get('lots') ?? [], collector);
  const procedure = first('procedure');
  return {
    titre: said.titre ?? objet,
    description: objet ?? (prose === said.titre ? null : prose),
    budget: cleaned('budget', 'budget', estimation),
    cpv: cleaned('cpv', 'cpv', firstCpv),
    date_limite: cleaned('limite', 'date_limite', (value) => deadline(value, first('heure_limite'))),
    type_marche: cleaned('type_marche', 'type_marche', typeMarche),
    procedure: procedure === undefined ? null : procedureLabel(procedure),
    acheteur: buyerOf(
      {
        nom: first('acheteur') ?? null,
        siret: first('siret') ?? null,
        code_postal: first('code_postal') ?? null,
        departement: first('departement_acheteur') ?? null,
      },
      collector,
    ),
    lien_source,
    nb_lots,
    lots,
    criteres: null,
    duree_mois: cleaned('duree', 'duree_mois', duration),
    lieu_execution: placeOf(source, first('departement'), first('lieu'), collector),
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: null,
    renseignements_complementaires: text(said.values.get('complement')?.join('\n')),
    capacites: { economique: null, technique: null, exercice: null },
  };
}

function placeOf(
  source: SourceCode,
  departement: string | undefined,
  lieu: string | undefined,
  collector: Collector,
): AvisContent['lieu_execution'] {
  const codes = departement === undefined ? [] : labelledDepartements(departement, collector);
  if (codes.length === 0 && lieu !== undefined)
    codes.push(...declaredDepartements(lieu, LISTS_DEPARTEMENTS.has(source)));
  return codes.length === 0 ? null : { departements: codes, code_nuts: null };
}

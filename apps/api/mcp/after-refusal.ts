import type { ErrorCode } from '#contract/errors';

/** French: what a model does after a refusal (contract, section Errors, client behaviour). */
export const AFTER_REFUSAL: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'Corrigez le paramètre nommé dans le message, puis rappelez l’outil.',
  invalid_cursor: 'Rappelez l’outil sans « curseur », avec les mêmes filtres : la liste reprend à la première page.',
  resync_required: 'Rappelez l’outil sans « updated_since » : la copie est à refaire en entier.',
  page_too_deep: 'Ajoutez des filtres pour trouver moins de résultats, ou parcourez la liste par « curseur ».',
  filter_required: 'Ajoutez l’un des filtres nommés dans le message, puis rappelez l’outil.',
  unauthorized: 'Dites à l’utilisateur que sa clé d’API manque ou n’est plus valable : rien ne répondra sans elle.',
  forbidden: 'Ne rappelez pas cet outil : dites à l’utilisateur quel périmètre manque à sa clé.',
  not_found: 'Vérifiez l’identifiant : il vient d’un outil de liste, recopié sans changement.',
  rate_limited: 'Attendez le nombre de secondes indiqué, puis rappelez l’outil.',
  quota_exceeded: 'Arrêtez : le quota du jour est épuisé. Reprenez à la même page après minuit UTC.',
  unavailable: 'Attendez le nombre de secondes indiqué, puis rappelez l’outil.',
};

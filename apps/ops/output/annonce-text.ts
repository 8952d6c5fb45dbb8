import type { Annonce } from '#contract/versioning/changelog';

/** The announcement as it is sent to holders of keys, in French: subject, empty line, body. */
export function annonceText(annonces: readonly Annonce[]): string {
  const first = annonces.map(({ fin }) => fin).sort()[0] ?? '';
  return [
    `Objet : API des marchés publics : changement à partir du ${first}`,
    '',
    'Bonjour,',
    '',
    'Vous détenez une clé de l’API des marchés publics. Ce qui suit changera de façon incompatible :',
    '',
    ...annonces.flatMap(({ debut, fin, elements, texte }) => [
      `- ${elements.join(', ')} : ${texte}`,
      `  Annoncé le ${debut}. Rien ne change avant le ${fin}.`,
    ]),
    '',
    'Le détail est dans la documentation de l’API, à son adresse habituelle, sous /api/v1/docs.',
    '',
    'Vous recevez ce message parce que le contrat de l’API prévoit que les détenteurs de clés actives soient prévenus par courriel.',
  ].join('\n');
}

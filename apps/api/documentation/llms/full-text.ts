import { AFTER_REFUSAL } from '../../mcp/after-refusal.js';
import { INSTRUCTIONS } from '../../mcp/instructions.js';
import { MCP_PATH } from '../../mcp/mcp-policy.js';
import { PREFIX } from '../../http/prefix.js';
import { REFUSED_WHEN } from '../../openapi/refusals.js';
import { SCHEMAS } from '../../openapi/schemas.js';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors';
import { DEPTH_MAX, PER_PAGE_MAX, QUOTA_DEFAULTS, UPDATED_SINCE_MAX_DAYS } from '#contract/limits';
import { fieldsText } from './fields-text.js';
import { routesOf, SUMMARY, TITLE, type Guide } from './guide.js';
import { routeText, toolText } from './sections.js';

/** /llms-full.txt: all of the documentation in one file, for those who read before they ask. */
export function fullText(guide: Guide): string {
  const { tools, document } = guide;
  return [
    `# ${TITLE}`,
    `> ${SUMMARY}`,
    INSTRUCTIONS.split('\n\n').slice(1).join('\n\n'),
    access(guide),
    errors(),
    `## Serveur d’outils MCP

Adresse : \`${MCP_PATH}\`, transport « Streamable HTTP », sans session. Révisions du protocole : 2026-07-28 et les précédentes. La clé va dans les mêmes en-têtes que pour l’API REST.

\`\`\`json
{ "mcpServers": { "marches-publics": { "type": "http", "url": "https://<adresse du service>${MCP_PATH}", "headers": { "X-API-Key": "<clé>" } } } }
\`\`\`

Chaque outil appelle la route du même nom : mêmes paramètres, mêmes contrôles, même quota, et \`structuredContent\` est le corps de sa réponse. Un appel refusé est un résultat \`isError\` dont le texte est un objet JSON : \`error.code\`, \`error.message\`, \`suite\` (ce qu’il faut faire) et, s’il faut attendre, \`attendre_secondes\`. Seuls les outils permis par les périmètres de la clé sont listés.`,
    ...tools.map((tool) => toolText(tool, document)),
    `## API REST

Adresse : \`/${PREFIX}\`. GET seulement, réponses en JSON. Les paramètres d’une route sont ceux de son outil, dans l’adresse ; ses pages par défaut sont plus longues.`,
    ...routesOf(document).map((route) => routeText(route, tools)),
    `## Champs

Une valeur nulle n’est pas connue. Des champs et des valeurs peuvent s’ajouter sans préavis : ignorez ceux que vous ne connaissez pas.`,
    ...Object.entries(SCHEMAS).map(([name, schema]) => {
      const fields = fieldsText(schema);
      return `### Forme ${name}\n\n${said(schema['description'])}${fields === '' ? '' : `\n\n${fields}`}`;
    }),
    SYNCHRONISATION,
    CITATION,
  ]
    .map((part) => `${part.trim()}\n`)
    .join('\n');
}

function access({ settings }: Guide): string {
  return `## Clé, quota et limites

La clé va dans l’en-tête \`X-API-Key: <clé>\` ou \`Authorization: Bearer <clé>\`, jamais dans l’adresse ni dans un paramètre. Elle est réservée aux comptes Pro et porte des périmètres (\`avis:read\`, \`opportunites:read\`, \`prestataires:read\`, \`acheteurs:read\`, \`decp:read\`).

- Quota : par compte et par jour UTC, en enregistrements servis ; par défaut ${QUOTA_DEFAULTS.general} pour la famille \`general\`, ${QUOTA_DEFAULTS.decp} pour \`decp\`. Une liste réserve sa taille de page avant de répondre, puis rend ce qui n’est pas servi. Ce qui reste : \`mon_compte\` ou \`GET /moi\`.
- Débit : ${settings.rateLimitPerKey} requêtes par minute et par clé, ${settings.rateLimitPerIp} par adresse IP ; ${settings.maxInFlightPerKey} requêtes à la fois par clé.
- Profondeur : \`page\` × \`per_page\` ne dépasse pas ${DEPTH_MAX} ; ${PER_PAGE_MAX} par page au plus. Au-delà, parcourez par \`curseur\`.
- Les recherches peuvent venir d’une mémoire de 60 secondes.`;
}

function errors(): string {
  const rows = (Object.keys(ERROR_STATUS) as ErrorCode[]).map(
    (code) => `| \`${code}\` | ${ERROR_STATUS[code]} | ${REFUSED_WHEN[code]} | ${AFTER_REFUSAL[code]} |`,
  );
  return `## Erreurs

Corps de chaque erreur : \`{"error": {"code", "message"}}\`. Testez \`code\` ; \`message\` est fait pour être lu. Après 429 et 503, attendez les secondes de \`Retry-After\`.

| code | HTTP | quand | ensuite |
|---|---|---|---|
${rows.join('\n')}`;
}

const SYNCHRONISATION = `## Copier les avis et rester à jour

1. Parcourez \`GET /avis\` (ou \`search_avis\`) sans \`page\`, \`q\` ni \`tri\`, en passant chaque \`meta.curseur_suivant\` dans \`curseur\` jusqu’à ce qu’il soit nul. Gardez chaque avis par son \`id\`.
2. Gardez le \`meta.synchronise_jusqu_a\` de la dernière page.
3. Plus tard, recommencez avec \`updated_since\` = cette valeur : vous recevez les avis nouveaux, modifiés, clos ou retirés. Ne remplacez un avis que si la \`version\` reçue est plus grande, comparée comme un texte.

Refaire un parcours est sans danger. Au-delà de ${UPDATED_SINCE_MAX_DAYS} jours sans parcours : \`resync_required\`, refaites une copie complète.`;

const CITATION = `## Citer les sources

Avec chaque avis affiché, affichez sa \`mention\` telle quelle (source, licence, date de mise à jour) et un lien vers \`lien_source\`. Une réponse qui reprend plusieurs avis cite chaque mention une fois. Les mentions de toutes les sources sont dans \`list_sources\` ou \`GET /sources\`.`;

function said(description: unknown): string {
  return typeof description === 'string' ? description : '';
}

import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { QUOTA_DEFAULTS } from '#contract/limits';
import { SECURITY } from './operation.js';
import { SCHEMAS } from './schemas.js';
import { API_VERSION } from './version.js';

const DESCRIPTION = `Interface en lecture seule aux avis de marchés publics français : 18 sources, chaque avis une seule fois.

**Clé.** Dans l’en-tête \`X-API-Key\` ou \`Authorization: Bearer\`, jamais dans l’adresse. Réservée aux comptes Pro.

**Quota.** Compté en enregistrements servis, par compte et par jour UTC : ${QUOTA_DEFAULTS.general} pour la famille \`general\`, ${QUOTA_DEFAULTS.decp} pour \`decp\`, par défaut. Une page réserve \`per_page\` enregistrements avant de répondre ; ce qui n’est pas servi est rendu.

**Erreurs.** \`{"error": {"code", "message"}}\`. Testez \`code\`. Après \`rate_limited\` ou \`unavailable\`, attendez \`Retry-After\` ; après \`quota_exceeded\`, reprenez après minuit UTC.

**Évolution.** Contrat bêta : des champs, routes, valeurs et paramètres facultatifs peuvent s’ajouter sans préavis ; ignorez ceux que vous ne connaissez pas.`;

/** The OpenAPI 3.1 document of every route of the application, in one order whatever the start. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const [apiKey, bearer] = SECURITY;
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('API des marchés publics')
    .setDescription(DESCRIPTION)
    .setVersion(API_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/api/v1', 'Production')
    .addSecurity(apiKey, { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Clé dans son en-tête.' })
    .addSecurity(bearer, { type: 'http', scheme: 'bearer', description: 'Clé dans « Authorization ».' })
    .build();
  const document = SwaggerModule.createDocument(app, config, { ignoreGlobalPrefix: true });
  return { ...document, components: { ...document.components, schemas: SCHEMAS } };
}

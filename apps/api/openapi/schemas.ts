import { ATTRIBUTIONS_SCHEMAS } from '#contract/schemas/attributions-schemas';
import { AVIS_SCHEMAS } from '#contract/schemas/avis-schemas';
import { CONTRATS_SCHEMAS } from '#contract/schemas/contrats-schemas';
import { OPPORTUNITES_SCHEMAS } from '#contract/schemas/opportunites-schemas';
import { REFERENCE_SCHEMAS } from '#contract/schemas/reference-schemas';
import type { Schema } from '#contract/schemas/schema';
import { SERVICE_SCHEMAS } from '#contract/schemas/service-schemas';

/** Every shape that the API answers, by name: components of the OpenAPI document, output schemas of the tools. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...AVIS_SCHEMAS,
  ...OPPORTUNITES_SCHEMAS,
  ...ATTRIBUTIONS_SCHEMAS,
  ...CONTRATS_SCHEMAS,
  ...REFERENCE_SCHEMAS,
  ...SERVICE_SCHEMAS,
};

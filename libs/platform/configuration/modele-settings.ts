import type { Role } from '#opportunites/verdicts/role';
import { address, integer, text } from './setting.js';

/** Of the two models that evaluate the notices of feeds (docs/opportunites.md). */
export const MODELE_SETTINGS = {
  petit: modele('PETIT', 'The smaller model', { calls: '1000' }),
  grand: modele('GRAND', 'The larger model', { calls: '1000' }),
} as const satisfies Record<Role, unknown>;

function modele(name: string, what: string, { calls }: { calls: string }) {
  return {
    url: address({
      variable: `MODELE_${name}_URL`,
      protocols: ['http:', 'https:'],
      description: `${what} that evaluates notices: base address of an OpenAI-compatible service, as https://…/v1. Absent: it is not asked.`,
    }),
    nom: text({
      variable: `MODELE_${name}_NAME`,
      maxLength: 200,
      description: `${what}: its name at that service.`,
    }),
    cle: text({
      variable: `MODELE_${name}_KEY`,
      maxLength: 1000,
      description: `${what}: key of that service, sent as a bearer token. Secret. Absent: none is sent.`,
    }),
    timeoutMs: integer({
      variable: `MODELE_${name}_TIMEOUT_MS`,
      default: '60000',
      min: 100,
      max: 600_000,
      unit: 'milliseconds',
      description: `${what}: longest wait for an answer.`,
    }),
    appelsParJour: integer({
      variable: `MODELE_${name}_CALLS_PER_DAY`,
      default: calls,
      min: 0,
      max: 10_000_000,
      description: `${what}: requests of all workers in a UTC day, failed ones included. A request takes some 4,000 tokens at most, an answer 2,000. 0: none.`,
    }),
    appelsParMinute: integer({
      variable: `MODELE_${name}_CALLS_PER_MINUTE`,
      default: '30',
      min: 1,
      max: 6000,
      description: `${what}: requests of one worker in a minute.`,
    }),
  };
}

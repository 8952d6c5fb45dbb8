/** The essential-data registers of public contracts (docs/sources.md). */
export const REGISTRES = ['decp_minef', 'pes_marche', 'aife_dume'] as const;
export type Registre = (typeof REGISTRES)[number];

/** `decp_minef` consolidates what the others publish first: between equals the producer's own word wins. */
export const CONSOLIDATED: Registre = 'decp_minef';

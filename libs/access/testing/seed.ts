/** Seed of a property test: SEED in the environment to replay one, else new each time. Printed, so that it can be. */
export function drawSeed(property: string): number {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);
  console.info(`${property}: SEED=${String(seed)}`);
  return seed;
}

/** Asks again every 20 ms until `holds` does; @returns milliseconds waited. Fails after `withinMs`. */
export async function eventually(withinMs: number, holds: () => Promise<boolean> | boolean): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    const waited = performance.now() - start;
    if (waited > withinMs) throw new Error(`still not so after ${waited.toFixed(0)} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - start;
}

// Puts the oracle's parts before three modules of the built worker; each still uses the one that it stands before.
const STANDS_BEFORE = new Map([
  ['/dist/libs/sources/adapters.js', new URL('./adapters.js', import.meta.url).href],
  ['/dist/libs/platform/queue/job-runner.js', new URL('./job-runner.js', import.meta.url).href],
  ['/dist/apps/worker/jobs/project.job.js', new URL('./project.job.js', import.meta.url).href],
]);

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  for (const [path, before] of STANDS_BEFORE) {
    if (resolved.url.endsWith(path) && context.parentURL !== before) return { ...resolved, url: before };
  }
  return resolved;
}

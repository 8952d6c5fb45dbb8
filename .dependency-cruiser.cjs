/** The import rules of docs/architecture.md. A rule broken fails CI. */
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^libs/contract/' },
      to: { path: '^(libs/(?!contract/)|apps/|migrations/)' },
    },
    { name: 'no-library-imports-an-app', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'api-reads-only',
      comment: 'The API takes from a capability only its read side.',
      severity: 'error',
      from: { path: '^apps/api/', pathNot: '\\.test\\.ts$|/testing/' },
      to: {
        path: '^libs/(avis|acheteurs|contrats|opportunites|sources)/',
        pathNot: '^libs/[^/]+/read/|^libs/sources/registry\\.ts$',
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'Users take libs/client with the types of the contract and nothing else of ours.',
      severity: 'error',
      from: { path: '^libs/client/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^(libs/(?!client/|contract/)|apps/|migrations/)' },
    },
    {
      name: 'client-takes-only-types-of-the-contract',
      severity: 'error',
      from: { path: '^libs/client/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^libs/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'apps-stay-apart',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^apps/(?!$1/)[^/]+/' },
    },
    {
      name: 'pure-rules-import-no-io',
      comment: 'normalise, fold, match, enrich and render are functions of their arguments.',
      severity: 'error',
      from: {
        path: '^libs/(contract|acheteurs/(?!write/)|avis/(fold|match|enrich|project)|contrats/(decp|fold|project)|opportunites/(score|import)|sources/(values|eforms|ted-export|boamp|ocds))/',
        pathNot: '\\.test\\.ts$|/testing/|/collect\\.ts$|/store\\.ts$',
      },
      to: {
        path: '^(node:)?(fs|net|http|https|http2|child_process|dns|tls|worker_threads)(/|$)|node_modules/(pg|typeorm|undici|ioredis|bullmq)/|^libs/platform/',
      },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { path: '^(apps|libs|migrations)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '\\.test\\.ts$|/testing/' },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['own-source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};

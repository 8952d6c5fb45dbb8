/** Pages of the console; .ts files are read without it, where `<T>` of a generic function would be taken for a tag. */
const JSX = {
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    target: 'es2022',
  },
  sourceMaps: 'inline',
};

/**
 * Tests run the TypeScript sources themselves: the condition `own-source` of package.json `imports` points at them. Its
 * name is nobody else's: packages that publish their own sources name them `source`.
 */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['own-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', {}],
    '^.+\\.tsx$': ['@swc/jest', JSX],
  },
  testMatch: ['<rootDir>/{apps,libs,migrations,bench}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  setupFiles: ['<rootDir>/libs/contrats/testing/watch-answers.ts'],
  globalSetup: '<rootDir>/libs/platform/testing/global-setup.js',
  globalTeardown: '<rootDir>/libs/platform/testing/global-teardown.js',
  testTimeout: 30_000,
  // Many tests run the service as several processes beside their own: more workers at once only make them wait.
  maxWorkers: 2,
  // What a test file imports as modules is never let go of: measured 2 GB after a hundred files.
  workerIdleMemoryLimit: '1GB',
};

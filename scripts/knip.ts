import type { KnipConfig } from 'knip';

/** Files and packages that are used without an import, with the reason. */
const config: KnipConfig = {
  entry: [
    // Named by the build, not by an import.
    'src/boot/*.js!',
    'server/published/browser/{reader,writing}.ts!',
    'src/styles/main.css!',
    'src/ui/browser/adopted-style.ts!',
    'src/features/page-editor/field/html-stub.ts!',
    // Built by a browser test, by path.
    'src/features/page-editor/field/testing/open-and-save.ts',
    // The router finds screens by their path.
    'src/routes/**/*.tsx!',
    'server/main.ts!',
    'server/database/migrations/*.ts!',
    // Loaded by the test runner, by path.
    'scripts/vite/tested-fast-check.ts',
    // Started as separate processes, by path.
    'server/test/processes/{second,job}-process.ts',
    'server/test/processes/stopped-engine.ts',
    'server/test/fuzz/run-fuzz.ts',
    'bench/server/api-baseline.ts',
    'bench/baseline/main.tsx',
    'bench/same-nodes/main.tsx',
    'scripts/*.{ts,mjs,cjs}',
    // Named by e2e/kitchen/index.html.
    'e2e/kitchen/main.tsx',
    'e2e/**/*.spec.ts',
    '**/*.test.{ts,tsx}',
  ],
  project: [
    'src/**/*.{ts,tsx,js,css}!',
    'server/**/*.ts!',
    '!server/test/**!',
    '!server/**/*.contract-cases.ts!',
    '!**/testing/**!',
    'scripts/**/*.{ts,mjs,cjs}',
    'bench/**/*.{ts,tsx}',
    'e2e/**/*.{ts,tsx}',
  ],
  ignoreExportsUsedInFile: true,
  // Imported by api/*.tsp, which knip does not read.
  ignoreDependencies: [
    '@typespec/http',
    '@typespec/openapi',
    '@typespec/openapi3',
    // Read as a file, by e2e/foreign.
    'gitbook-api-202',
    'gitbook-api-91',
  ],
  ignoreBinaries: [
    'buildah',
    'chroot',
    'debootstrap',
    'diff',
    'etcd',
    'monmaptool',
    'mount',
    'patroni',
    'prometheus',
    'promtool',
    'umount',
  ],
  playwright: { config: 'e2e/playwright.config.ts' },
  compilers: {
    css: (text) =>
      [...text.matchAll(/@import\s+['"]([^'"]+)['"]/g)].map(([, path]) => `import '${path}';`).join('\n'),
  },
};

export default config;

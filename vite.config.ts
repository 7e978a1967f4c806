import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defaultExclude, defineConfig, type ViteUserConfig } from 'vitest/config';
import { firstScreen } from './scripts/vite/first-screen.ts';
import { liveLabels } from './scripts/vite/live-labels.ts';
import { pageHead } from './scripts/vite/page-head.ts';
import { screenList } from './scripts/vite/screen-list.ts';
import { bundledPackages, compactText } from './scripts/vite/server-bundle.ts';
import { splitOperations } from './scripts/vite/split-operations.ts';
import { serverTestsWithTag, testTags } from './scripts/vite/test-tags.ts';
import { trimGenerated } from './scripts/vite/trim-generated.ts';
import { unusedColors } from './scripts/vite/unused-colors.ts';

/** The API server that the development server forwards to. */
const apiServer = process.env.API_SERVER ?? 'http://localhost:4400';

/** What the API server answers; everything else is the console. */
const servedPaths = [
  '/v1',
  '/auth',
  '/livez',
  '/readyz',
  '/openapi.yaml',
  '/openapi.json',
  '/api-reference',
  '/published',
  '/prints',
  '/uploads',
  '/files',
];

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `vite build --ssr server/main.ts`. */
const serverBuild: ViteUserConfig = {
  publicDir: false,
  ssr: bundledPackages,
  build: {
    outDir: 'dist/server',
    sourcemap: 'hidden',
    emptyOutDir: true,
    target: 'node20',
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', ...compactText } },
  },
};

/** What a browser loads before it shows the members: the screen that start-up is measured by. */
const firstModules = ['src/main.tsx', 'src/routes/_shell/o.$organizationId/members.tsx'];

/** Shared parts that few screens need and that are large enough to be files of their own. */
const ownFiles =
  /src[\\/](components[\\/](tree|tree-editor|bulk)[\\/]|domain[\\/]member-bulk[\\/]|lib[\\/]reorder)/;

type ScreenPart = 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent';
const screenParts: ScreenPart[] = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent'];
const firstLoaders =
  /^\/_shell(\/o\/\$organizationId(\/(members|teams|invites|sites)?)?)?$|^\/login$|^__root__$/;

const first = firstScreen({
  modules: firstModules,
  routes: 'src/routes.gen.ts',
  forbidden: ['/zod/', '/react-hook-form/', '/@radix-ui/', '/cmdk/', '/virtual-core/', '/@codemirror/'],
});

const needsForm = (id: string): boolean =>
  first.dependsOn(id, '/react-hook-form/') || first.dependsOn(id, '/zod/');

/** Small parts that several screens need; drawn into another file, each would bring all of it along. */
const smallParts =
  /src[\\/](lib[\\/](arrays|text[\\/]code-points)|ui[\\/](badge|progress)|components[\\/](form[\\/]read-only-form|palette[\\/]screen-actions)|domain[\\/]roles[\\/](level|team-role)-labels)\.tsx?/;

/** How many screens and parts of screens need what is common, of about 160; more than have a form. */
const manyUsers = 60;

/** The libraries that every screen is made with. */
const everywhere =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?!react-virtual|virtual-core).*?)[\\/]/;

/** What of them the first screen never calls: lists of queries. */
const laterParts = /@tanstack[\\/].*[\\/](useQueries|useSuspenseQueries|queriesObserver|useIsFetching)\.js$/;

/** What a link to the editor asks for when it is pointed at; as a file of its own, it would be one more than a browser loads at once. */
const isFieldChoice = /page-editor[\\/]field[\\/]field-choice\.ts/;

const isCommon = (id: string): boolean =>
  smallParts.test(id) ||
  (/\.gen\.ts\?part=/.test(id) && first.countUsers(id) >= 2) ||
  (/[\\/](src|lucide-react)[\\/]/.test(id) && first.countUsers(id) >= manyUsers && !first.isHeavy(id));

/** `vite build`: the console. */
const consoleBuild: ViteUserConfig = {
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routes.gen.ts',
      addExtensions: true,
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: true,
      disableLogging: true,
      // One chunk a screen: its error and pending parts are too small to travel alone.
      codeSplittingOptions: {
        defaultBehavior: [screenParts],
        // Loaders of the screens that people move between most are there at once; the others come with their screens,
        // or everything that any loader knows would be part of the first load.
        splitBehavior: ({ routeId }) =>
          firstLoaders.test(routeId) ? [screenParts] : [[...screenParts, 'loader' as const]],
      },
      routeFileIgnorePattern: '\\.test\\.',
    }),
    screenList(fromRoot('src/routes.gen.ts')),
    trimGenerated(),
    liveLabels(),
    splitOperations(),
    react(),
    tailwindcss(),
    pageHead({
      script: 'src/head.js',
      first: 'src/boot.ts',
      modules: firstModules,
      fonts: ['inter-latin-wght-normal'],
    }),
    first.plugin,
  ],
  resolve: {
    alias: {
      // The original adds <style> elements, which an enforced `style-src 'self'` refuses.
      'react-style-singleton': fromRoot('src/ui/browser/adopted-style.ts'),
      // The original brings the grammars of HTML, CSS and JavaScript into the editor.
      '@codemirror/lang-html': fromRoot('src/features/page-editor/field/html-stub.ts'),
    },
  },
  css: {
    lightningcss: {
      unusedSymbols: unusedColors(fromRoot('src/styles'), fromRoot('node_modules/@radix-ui/colors')),
    },
  },
  build: {
    outDir: 'dist/console',
    sourcemap: 'hidden',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Screens share labels as constants. Not inlined, all of them would be part of the first screen.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // The bundler lists in a shared file's name who shares it; the first word is enough.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        assetFileNames: ({ names }) =>
          names[0]?.includes('~') === true
            ? `assets/${names[0].split('~')[0]}-[hash].css`
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: (id) => everywhere.test(id) && !laterParts.test(id),
              priority: 50,
            },
            // All that the frame and every screen's loader need, as one file. What the groups below share with it must
            // not draw them into the first load.
            { name: 'shell', tags: ['$initial'], priority: 45 },
            // The routes of all other screens, with what their loaders need.
            {
              name: 'routes',
              test: (id) => (first.isForRoutes(id) || isFieldChoice.test(id)) && !laterParts.test(id),
              priority: 16,
            },
            // All else that the members' list needs. Most screens use most of it.
            { name: 'list', test: (id) => first.includes(id) && !laterParts.test(id), priority: 15 },
            // What most other screens need. A processor slowed four times is busy for two milliseconds with each file
            // before it is even requested, and each round of six files waits for the network.
            { name: 'common', test: isCommon, priority: 15 },
            // The rules of every ordered tree; drawn into another file, it would bring that along.
            { name: 'ordered-tree', test: /src[\\/]lib[\\/]ordered-tree\.ts/, priority: 15 },
            // Icons that several other screens share; drawn into a heavier file, each would bring all of it along.
            {
              name: 'icons',
              test: /[\\/]lucide-react[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 6000,
              priority: 14,
            },
            // Two screens upload files; no other pays for it.
            { name: 'uploads', test: /src[\\/]domain[\\/]uploads[\\/]/, priority: 15 },
            // The frames of sites and spaces need it without the pickers, which need it too.
            { name: 'tabs', test: /src[\\/]ui[\\/]tabs\.tsx/, priority: 15 },
            // The comments of a change request need it without the lists to choose from, which need it too.
            { name: 'match', test: /src[\\/]lib[\\/]text[\\/]match-/, priority: 42 },
            // The smaller parts that several other screens share; what few need is not put upon all.
            {
              name: 'parts',
              test: (id) =>
                (/src[\\/](ui|lib|components|domain)[\\/]/.test(id) || laterParts.test(id)) &&
                !first.isHeavy(id) &&
                !ownFiles.test(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 3000,
              priority: 14,
            },
            // Each of these is fetched whole by all that need any of it, and by nothing else.
            { name: 'dialog', test: /src[\\/]ui[\\/]dialog\.tsx/, priority: 13 },
            // What both fields of the editor share; drawn into the file of one, it would bring that along.
            {
              name: 'text-editing',
              test: /page-editor[\\/][a-z]+[\\/](keys|line-hunks|link-targets|slash-blocks|text-[a-z]+)\.ts|node_modules[\\/]node-diff3[\\/]/,
              priority: 41,
            },
            // The editor of pages: fetched when one is opened.
            {
              name: 'code-field',
              test: /node_modules[\\/](@codemirror|@lezer|style-mod|w3c-keyname|crelt|@marijn)[\\/]|page-editor[\\/]field[\\/](html-stub|code-)/,
              priority: 40,
            },
            { name: 'virtual', test: /[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/, priority: 13 },
            {
              name: 'form',
              test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|src[\\/]components[\\/]form[\\/](?!.*dialog)|api[\\/]text-length\.ts/,
              priority: 12,
            },
            // Forms of a whole screen need no dialogs.
            { name: 'form-dialog', test: /components[\\/]form[\\/]form-dialog\.tsx/, priority: 11 },
            { name: 'tree', test: /src[\\/]components[\\/]tree[\\/]/, priority: 11 },
            // The dialog is fetched when it is opened.
            {
              name: 'tree-editor',
              test: /src[\\/](components[\\/]tree-editor[\\/](?!move-dialog)|lib[\\/]reorder)/,
              priority: 11,
            },
            { name: 'bulk', test: /src[\\/](components[\\/]bulk|domain[\\/]member-bulk)[\\/]/, priority: 11 },
            // What forms are made of and what is not are never in one file: a screen without a form must not pay for it.
            {
              name: 'form-parts',
              test: needsForm,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1500,
              priority: 9,
            },
            {
              name: 'shared',
              test: (id) => !needsForm(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1500,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  server: {
    watch: { ignored: ['**/.data*/**', '**/dist/**', '**/test-results/**'] },
    proxy: Object.fromEntries(servedPaths.map((path) => [path, { target: apiServer, xfwd: true }])),
  },
};

const unitFiles = ['src/**/*.test.{ts,tsx}', '{api,e2e,scripts}/**/*.test.ts'];

/** Tests of modules that are told things once and keep them: each file loads its own. */
const statefulFiles = 'src/api/**/*.test.ts';

/** Set by `npm run test:deep`: properties are tried as many times as often. */
const deepProperties = process.env.DEEP
  ? { alias: { 'fast-check': fromRoot('scripts/vite/deep-fast-check.ts') } }
  : {};

/** Loading what they test takes longer than testing it, so files share it unless they are told not to. */
const unitTests = (name: string, files: { isolate: boolean; include: string[]; exclude?: string[] }) => ({
  test: { name, ...files, ...deepProperties, testTimeout: 60_000 },
});

const hasPostgres = (process.env.TEST_DATABASE_URL ?? '') !== '';

const serverTests = (engine: 'pglite' | 'postgres') => ({
  test: {
    name: `server-${engine}`,
    ...deepProperties,
    include: ['server/**/*.test.ts'],
    // What no engine can change runs once.
    exclude: [
      ...defaultExclude,
      ...(engine === 'postgres' ? serverTestsWithTag('without-database', 'embedded-only') : []),
      ...(engine === 'pglite' && hasPostgres ? serverTestsWithTag('either-engine') : []),
    ],
    // On PostgreSQL the requests go to two processes by turns, as behind a load balancer.
    env: { TEST_ENGINE: engine, TEST_PROCESSES: engine === 'postgres' ? '2' : '1' },
    // The files of a worker share one app and database; loading them for each file would take longer than the tests.
    isolate: false,
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/setup.ts'],
    // Generous: no test may fail because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As the browser tests: a second attempt where a change would be stopped, none where somebody looks. Never for a
    // property: a counterexample that other random values do not find again is still one.
    retry: process.env.CI === undefined ? 0 : { count: 1, condition: /^(?!Property failed)/ },
  },
});

export default defineConfig(async ({ isSsrBuild }) => ({
  ...(isSsrBuild ? serverBuild : consoleBuild),
  // Plain Node is enough for pure logic, and the console's plugins would only slow these runs down.
  ...(process.env.VITEST ? { plugins: [] } : {}),
  test: {
    // Tests wait for databases more than for a processor: none of them is kept free.
    maxWorkers: '100%',
    tags: testTags,
    // Loaded for tests only: builds do without the test runner.
    ...(process.env.VITEST
      ? { sequence: { sequencer: (await import('./scripts/vite/long-tests-first.ts')).LongTestsFirst } }
      : {}),
    projects: [
      unitTests('unit', { isolate: false, include: unitFiles, exclude: [...defaultExclude, statefulFiles] }),
      unitTests('unit-stateful', { isolate: true, include: [statefulFiles] }),
      serverTests('pglite'),
      serverTests('postgres'),
    ],
  },
}));

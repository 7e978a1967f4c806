import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { chunks } from './scripts/vite/chunks.ts';
import { liveLabels } from './scripts/vite/live-labels.ts';
import { pageHead } from './scripts/vite/page-head.ts';
import { screenList } from './scripts/vite/screen-list.ts';
import { bundledPackages, compactText } from './scripts/vite/server-bundle.ts';
import { trimGenerated } from './scripts/vite/trim-generated.ts';
import { unusedColors } from './scripts/vite/unused-colors.ts';

/** The API server that the development server forwards to. */
const apiServer = process.env.API_SERVER ?? 'http://localhost:4400';

/** The paths that the API server answers; all others are the console's. */
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
const serverBuild: UserConfig = {
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

/** The modules that a browser loads before it shows the members: the screen by which start-up is measured. */
const firstModules = ['src/main.tsx', 'src/routes/_shell/o.$organizationId/members.tsx'];

type ScreenPart = 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent';
const screenParts: ScreenPart[] = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent'];
const firstLoaders =
  /^\/_shell(\/o\/\$organizationId(\/(members|teams|invites|sites)?)?)?$|^\/login$|^__root__$/;

const files = chunks({
  first: firstModules,
  routes: 'src/routes.gen.ts',
  forbidden: ['/zod/', '/react-hook-form/', '/@radix-ui/', '/cmdk/', '/virtual-core/', '/@codemirror/'],
  libraries: {
    codemirror: /node_modules\/(@codemirror|@lezer|style-mod|w3c-keyname|crelt|@marijn)\/|field\/html-stub/,
    form: /node_modules\/(zod|react-hook-form|@hookform|@standard-schema)\//,
    virtual: /node_modules\/@tanstack\/(react-virtual|virtual-core)\//,
  },
  // A processor slowed four times is busy for two milliseconds with each file before it is even requested, and each round
  // of six files waits for the network.
  requestWeight: 15_000,
});

/** `vite build`: the console. */
const consoleBuild: UserConfig = {
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
    react(),
    tailwindcss(),
    pageHead({
      script: 'src/boot/head.js',
      first: 'src/boot/boot.ts',
      modules: firstModules,
      fonts: ['inter-latin-wght-normal'],
    }),
    files.plugin,
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
      output: {
        // The content's hash tells files apart, so that a file keeps its name when the number of those before it changes.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        codeSplitting: { groups: files.groups },
      },
    },
  },
  server: {
    watch: { ignored: ['**/.data*/**', '**/dist/**', '**/test-results/**'] },
    proxy: Object.fromEntries(servedPaths.map((path) => [path, { target: apiServer, xfwd: true }])),
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : consoleBuild));

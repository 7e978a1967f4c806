import { defineConfig } from 'vite';

/** Builds a page with nothing but CodeMirror, with the console's tools and versions. */
export default defineConfig({
  root: 'bench/bare-editor',
  build: {
    outDir: '../../dist/bare-editor',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

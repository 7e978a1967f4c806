import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the baseline with the console's tools, but without its code. */
export default defineConfig({
  root: 'bench/baseline',
  plugins: [react()],
  build: {
    outDir: '../../dist/baseline',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The baseline is built with the console's own tools and nothing of the console. */
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

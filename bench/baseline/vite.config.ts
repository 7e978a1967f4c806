import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The floor is built with the console's own tools and nothing of the console. */
export default defineConfig({
  root: 'bench/floor',
  plugins: [react()],
  build: {
    outDir: '../../dist/floor',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

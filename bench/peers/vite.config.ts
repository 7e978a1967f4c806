import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A production build, as the documentation of react-admin recommends it. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: '../../dist/peers',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
});

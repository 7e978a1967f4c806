/** Serves the kitchen by the development server: see e2e/kitchen/main.tsx. */
import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { findFreePort } from '../../scripts/free-port.ts';

/** The element that appears once an overlay or a screen of the kitchen is open. */
export const openedInKitchen =
  '[role="dialog"], [role="menu"], .toast, .tooltip:popover-open, [role="status"][data-above-dialogs], #main';

/** Opens an overlay or a screen in the kitchen that the page shows, in place of what was open. */
export async function openInKitchen(page: Page, name: string): Promise<void> {
  await page.evaluate((opened) => {
    history.replaceState(null, '', `?open=${opened}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, name);
}

export async function startKitchen(): Promise<{ url: string; stop: () => Promise<void> }> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'bindery-kitchen-'));
  const port = await findFreePort();
  const server = await createServer({
    cacheDir,
    logLevel: 'error',
    optimizeDeps: { entries: ['e2e/kitchen/index.html'] },
    server: { port, strictPort: true, hmr: false, watch: null },
  });
  await server.listen();
  return {
    url: `http://localhost:${port}/e2e/kitchen/`,
    stop: async () => {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true });
    },
  };
}

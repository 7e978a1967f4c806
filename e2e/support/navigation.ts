import type { Page } from '@playwright/test';

/** Navigates client-side and resolves when the screen is rendered. */
export async function navigateTo(page: Page, href: string): Promise<void> {
  await page.evaluate(async (to) => {
    // The router's devtools hook.
    const router = window.__TSR_ROUTER__;
    if (!router) throw new Error('The console hasn’t started.');
    const drawn = new Promise<void>((resolve) => {
      const stop = router.subscribe('onRendered', ({ toLocation }) => {
        // A previous navigation may still render first.
        if (toLocation.href !== router.latestLocation.href) return;
        stop();
        resolve();
      });
    });
    await router.navigate({ href: to });
    await drawn;
  }, href);
}

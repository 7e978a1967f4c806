import type { Page } from '@playwright/test';

/** Leads to another screen as a link would: the console stays, only the screen changes. Ends when that has been drawn. */
export async function navigateTo(page: Page, href: string): Promise<void> {
  await page.evaluate(async (to) => {
    // The router is where its tools look for it.
    const router = window.__TSR_ROUTER__;
    if (!router) throw new Error('The console hasn’t started.');
    const drawn = new Promise<void>((resolve) => {
      const stop = router.subscribe('onRendered', ({ toLocation }) => {
        // What was on its way before may still be drawn first.
        if (toLocation.href !== router.latestLocation.href) return;
        stop();
        resolve();
      });
    });
    await router.navigate({ href: to });
    await drawn;
  }, href);
}

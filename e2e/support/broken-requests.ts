/** Breaks requests of a page, where a fault proxy would not see them: uploads go to the address of the server. */
import type { Page, Route } from '@playwright/test';

/** The fate of a request: it is answered with an error, not sent, or its response is lost. */
export type BrokenBy = 500 | 503 | 429 | 'offline' | 'lost response';

/**
 * Breaks requests with a method and URL.
 *
 * @returns ends it
 */
export async function breakRequests(
  page: Page,
  [method, url]: readonly [string, RegExp],
  by: BrokenBy,
): Promise<() => Promise<void>> {
  const breakRequest = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    if (by === 'offline') return route.abort('internetdisconnected');
    if (by === 'lost response') {
      await route.fetch();
      return route.abort('connectionreset');
    }
    const error = { code: by, message: 'Broken by the test.' };
    return route.fulfill({ status: by, headers: { 'retry-after': '0' }, json: { error } });
  };
  await page.route(url, breakRequest);
  return () => page.unroute(url, breakRequest);
}

/** Records the changes a page sends. */
import type { Page } from '@playwright/test';

export interface SentRequest {
  method: string;
  /** The path below `/v1`, or below the recorded site: `/sections/abc/move`. */
  path: string;
  body: unknown;
}

/**
 * Records changes with bodies over CDP, since Playwright doesn't expose bodies of prepared requests; nothing is
 * intercepted.
 */
export async function captureChanges(page: Page, below = /\/v1(\/[^?]*)/): Promise<SentRequest[]> {
  const requests: SentRequest[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request, requestId }) => {
    const [address, path = ''] = below.exec(request.url) ?? [];
    if (address === undefined || request.method === 'GET' || path.endsWith('/ping')) return;
    const entry: SentRequest = { method: request.method, path, body: null };
    requests.push(entry);
    if (request.hasPostData !== true) return;
    session.send('Network.getRequestPostData', { requestId }).then(
      ({ postData }) => {
        entry.body = JSON.parse(postData);
      },
      // The end of a test may close the page before all bodies have arrived; they are no longer needed.
      () => undefined,
    );
  });
  return requests;
}

/** The same for the changes of a site, with paths below it. */
export function captureSiteChanges(page: Page): Promise<SentRequest[]> {
  return captureChanges(page, /\/v1\/orgs\/[^/]+\/sites\/[^/]+(\/.*)?$/);
}

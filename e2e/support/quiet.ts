import type { Page, Request } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';

/** The pending requests of a page, and the time of their last change. */
interface Traffic {
  pending: Set<Request>;
  changedAt: number;
}

const trafficOf = new WeakMap<Page, Traffic>();

/** The console follows events of the organization on the screen, and of an open change request. */
export const eventStream = /\/(orgs|change-requests)\/[^/]+\/events(\?|$)/;

/** Lets no events come, as behind a proxy that holds them back: the page learns by its own requests what others did. */
export async function holdEvents(page: Page): Promise<void> {
  await page.route(eventStream, (route) => route.fulfill({ status: 204 }));
}

/** Opens a screen; resolves once it follows the organization. */
export async function openFollowed(page: Page, path: string): Promise<void> {
  const stream = page.context().waitForEvent('response', (response) => eventStream.test(response.url()));
  await page.goto(path);
  await stream;
  await untilQuiet(page);
}

/** As long as Playwright waits for an idle network. */
const quietMs = 500;

/** Counts the requests of a page from now on. */
export function trackRequests(page: Page): void {
  if (trafficOf.has(page)) return;
  const traffic: Traffic = { pending: new Set(), changedAt: Date.now() };
  trafficOf.set(page, traffic);
  const { pending } = traffic;
  page.on('request', (request) => {
    if (eventStream.test(request.url())) return;
    pending.add(request);
    traffic.changedAt = Date.now();
  });
  const end = (request: Request): void => {
    if (pending.delete(request)) traffic.changedAt = Date.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('framenavigated', (frame) => {
    const documents = [...pending].filter((request) => request.isNavigationRequest());
    // A request of an earlier document may never end; a change of the address alone has no document.
    if (frame !== page.mainFrame() || documents.length === 0) return;
    pending.clear();
    for (const request of documents) pending.add(request);
  });
}

/** Like `waitForLoadState('networkidle')`, which never comes with an open event stream. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState();
  const traffic = trafficOf.get(page);
  if (!traffic) throw new Error('The requests of this page are not tracked.');
  for (;;) {
    const remainingMs = traffic.changedAt + quietMs - Date.now();
    if (traffic.pending.size === 0 && remainingMs <= 0) return;
    await wait(Math.max(remainingMs, 20));
  }
}

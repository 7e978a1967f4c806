/** How often the console waits for a server that is far away: what doesn’t depend on each other is requested together. */
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';
import { type ForeignServer, startForeignServer } from './foreign-server.ts';
import { signInAt } from './sweep.ts';
import { base } from './variants.ts';

/** The rounds of requests until a screen shows its text; at 3 s for each, content is there in less than 8 s. */
const screens = [
  { path: '/content', text: 'Field notes', rounds: 2 },
  { path: '/sites', text: 'Empty site', rounds: 1 },
  { path: '/members', text: 'ada@tideline.example', rounds: 1 },
  { path: '/teams', text: 'Nobody yet', rounds: 1 },
  { path: '/inbox/comments', text: 'Is three right?', rounds: 3 },
] as const;

/**
 * Follows the requests of a page.
 *
 * @returns a function that resolves when the page only waits for answers that the stand-in holds back
 */
function followRequests(page: Page, standIn: ForeignServer): () => Promise<void> {
  const open = new Set<Request>();
  const end = (request: Request) => open.delete(request);
  page.on('request', (request) => {
    // Icons of the tab belong to the browser, which does not report the end of each.
    if (request.resourceType() !== 'other') open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const isToStandIn = (request: Request) => request.url().startsWith(standIn.url);
  /** The pending requests that the stand-in doesn't hold back. */
  const onTheirWay = () => {
    const requests = [...open];
    const others = requests.filter((request) => !isToStandIn(request)).map((request) => request.url());
    const urls = requests.filter(isToStandIn).map((request) => request.url());
    return urls.length === standIn.held ? others : [...others, ...urls, `${standIn.held} held`];
  };
  /** Empty once nothing was on its way several times in a row: what an answer causes has been requested by then. */
  const findOnTheirWay = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await page.evaluate(
        () =>
          new Promise<void>((resolve) =>
            requestAnimationFrame(() =>
              // A browser whose frames take all of a busy processor is never idle.
              requestIdleCallback(() => setTimeout(resolve, 20), {
                timeout: 500,
              }),
            ),
          ),
      );
      const pending = onTheirWay();
      if (pending.length > 0) return pending;
    }
    return [];
  };
  return () => expect.poll(findOnTheirWay, 'requests on their way').toEqual([]);
}

test('a person waits for few rounds of requests at a server of another make @details', async ({
  page,
  problems,
}) => {
  problems.expect(/status of (401|404)/, /docs\.example/);
  const standIn = await startForeignServer('0.130.0');
  try {
    const waits = followRequests(page, standIn);
    await signInAt(page, standIn);
    const organization = `/o/${standIn.organizationId}`;
    await navigateTo(page, `${organization}/settings/general`);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
    await waits();
    standIn.variant = { ...base, isHeld: true };
    const counted: unknown[] = [];
    for (const { path, text } of screens) {
      const arrival = navigateTo(page, organization + path);
      const content = page.getByRole('main').getByText(text).filter({ visible: true });
      let rounds = 0;
      for (await waits(); (await content.count()) === 0; await waits()) {
        // On a busy machine the text may take longer than the last answer.
        const isWaitingOrShown = async () => standIn.held > 0 || (await content.count()) > 0;
        await expect.poll(isWaitingOrShown, `${path} waits for an answer or shows “${text}”`).toBe(true);
        if (standIn.held === 0) break;
        standIn.release();
        rounds += 1;
      }
      counted.push({ path, text, rounds });
      // Requests that the screen doesn't need are not counted.
      for (await waits(); standIn.held > 0; await waits()) standIn.release();
      await arrival;
    }
    expect(counted).toEqual(screens);
  } finally {
    standIn.release();
    await standIn.close();
  }
});

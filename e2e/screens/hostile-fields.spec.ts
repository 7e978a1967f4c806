/** Screens of a server whose every text and address tries to bring scripts into the console. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { eventStream, untilQuiet } from '../support/quiet.ts';
import { screens } from './screens.ts';

/** Fields that hold what people write. Ids and choices stay, because screens are found by them. */
const texts = new Set(
  `title name displayName label description summary subject previousName previousTitle parentTitle spaceTitle teamTitle
  changeRequestSubject text markdown message placeholder emoji spaceEmoji icon path previousPath basename value problem
  reason email emailDomains hostname customHostname domain clientID address country browser system version`.split(
    /\s+/,
  ),
);
const addresses = new Set(
  `url href logo photoURL sourceURL downloadURL startURL ssoURL acsURL redirectURL published public app preview
  light dark origin target`.split(/\s+/),
);

const hostileText = `"><img src=x onerror=harm()><svg onload=harm()></svg><script>harm()</script><iframe
srcdoc="<script>parent.harm()</script>"></iframe>[x](javascript:harm()) ![x](javascript:harm()) {% embed url="javascript:harm()" %}`;
const hostileAddress = 'javascript:harm()';

function makeHostile(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return texts.has(key) ? hostileText : addresses.has(key) ? hostileAddress : value;
  if (Array.isArray(value)) return value.map((item) => makeHostile(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, makeHostile(item, name)]));
}

/** All people who are editing have harmful names and pictures. */
const harmfulEvents = `event: editors\ndata: ${JSON.stringify({
  editors: ['one', 'two'].map((id) => ({
    page: id,
    user: { object: 'user', id, displayName: hostileText, photoURL: hostileAddress },
  })),
})}\n\n`;

async function answerWithHarm(route: Route): Promise<void> {
  if (route.request().method() !== 'GET') return route.fallback();
  if (eventStream.test(route.request().url()))
    return route.fulfill({ contentType: 'text/event-stream', body: harmfulEvents });
  const response = await route.fetch();
  if (!/json/.test(response.headers()['content-type'] ?? '')) return route.fulfill({ response });
  return route.fulfill({ response, json: makeHostile(await response.json()) });
}

/** The code that has run, and code or links that a press would run or open. Runs inside the page. */
function findHarm(): string[] {
  const active = [
    ...document.querySelectorAll('[href], [src], [srcdoc], [action], [formaction], [data]'),
  ].flatMap((element) =>
    ['href', 'src', 'srcdoc', 'action', 'formaction', 'data']
      .map((name) => element.getAttribute(name) ?? '')
      .filter((address) => address.includes('harm()') && !/^(https?:|mailto:|tel:|\/|#)/.test(address))
      .map((address) => `${element.localName}: ${address}`),
  );
  const handlers = [...document.querySelectorAll('[onerror], [onload], script:not([src])')]
    .filter((element) => element.outerHTML.includes('harm()'))
    .map(({ outerHTML }) => outerHTML);
  return [...('harmed' in window ? ['a script ran'] : []), ...active, ...handlers];
}

/** Requests to other hosts, but for pictures, which texts may show. */
function recordForeignRequests(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(url) || /^(data|blob|about):/.test(request.url());
    if (!isOurs && request.resourceType() !== 'image') problems.push(request.url());
  });
  return problems;
}

const visited = isDeep ? screens : screens.filter((_, index) => index % 24 === 0);

test.describe(
  'a server of hostile texts and addresses runs nothing and redirects no one',
  {
    tag: '@hostile',
  },
  () => {
    // Without it, nothing but the console is left to stop what is harmful.
    for (const bypassCSP of isDeep ? [false, true] : [true])
      test(
        bypassCSP ? 'without the content policy' : 'with the content policy',
        async ({ browser, demonstration, problems }) => {
          test.setTimeout(600_000);
          // Pictures of addresses that there are none of, and the “Not found” screen.
          problems.expect(/doesnotexist/, /status of 404/);
          const context: BrowserContext = await browser.newContext({ bypassCSP });
          problems.watch(context);
          await demonstration.signIn(context);
          const page = await context.newPage();
          await page.addInitScript(() =>
            Object.assign(window, { harm: () => Object.assign(window, { harmed: true }) }),
          );
          const sentElsewhere = recordForeignRequests(page, demonstration.url);
          await page.route('**/v1/**', answerWithHarm);
          for (const { name, path } of visited)
            await test.step(name, async () => {
              await page.goto(demonstration.url + (await path(demonstration)));
              await expect(page.locator('main, [role="dialog"]').first()).toBeAttached();
              await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
              await untilQuiet(page);
              expect.soft(await page.evaluate(findHarm)).toEqual([]);
            });
          expect(sentElsewhere).toEqual([]);
          await context.close();
        },
      );
  },
);

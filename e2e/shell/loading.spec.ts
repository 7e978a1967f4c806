import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { untilQuiet } from '../support/quiet.ts';
import { createTestSite } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

/** The visible content of a frame. */
interface Frame {
  screen: string;
  /** Position of the navigation; null if not visible. */
  navigation: string | null;
  /** Position of the screen; null if missing or empty. */
  main: string | null;
}

/** Delays all responses. */
async function delayResponses(page: Page, milliseconds: number): Promise<void> {
  await page.route(/\/(v1|auth|assets)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });
}

/**
 * Records frames from the first paint.
 *
 * @returns the frames so far, without repeats
 */
async function recordFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.addInitScript(() => {
    const frames: Frame[] = [];
    const positionOf = (selector: string) => {
      const visibleElement = [...document.querySelectorAll<HTMLElement>(selector)].find(
        (element) => element.getClientRects().length > 0,
      );
      if (!visibleElement) return null;
      const { left, top } = visibleElement.getBoundingClientRect();
      const isEmpty =
        visibleElement.innerText.trim() === '' && visibleElement.querySelector('.skeleton, svg') === null;
      return isEmpty ? null : `${Math.round(left)} ${Math.round(top + (selector === 'main' ? scrollY : 0))}`;
    };
    const look = () => {
      const [navigation, main] = [positionOf('aside nav'), positionOf('main')];
      const last = frames.at(-1);
      if (!last || last.navigation !== navigation || last.main !== main)
        frames.push({ screen: location.pathname, navigation, main });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { frames });
  });
  return () => page.evaluate(() => (window as unknown as { frames: Frame[] }).frames);
}

/** Follows a link that has not been prefetched. */
async function goTo(page: Page, href: string, title: string): Promise<void> {
  await page
    .locator(`a[href="${href}"], a[href^="${href}/structure"]`)
    .first()
    .evaluate((link) => link instanceof HTMLElement && link.click());
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.locator('.route-progress')).toHaveCount(0);
}

/** The links of the navigation, with the headings of their screens. */
const screens: readonly (readonly [path: string, title: string])[] = [
  ['/members', 'Members'],
  ['/teams', 'Teams'],
  ['/content', 'Content'],
  ['/inbox', 'Inbox'],
  ['/inbox/comments', 'Comments'],
  ['/trash', 'Trash'],
  ['/custom-fields', 'Custom fields'],
  ['/translations', 'Translations'],
  ['/api-specs', 'API specifications'],
  ['/invites', 'Invite links'],
  ['/access-review', 'Access review'],
  ['/settings/general', 'General settings'],
  ['/settings/access', 'Access settings'],
  ['/audit-log', 'Audit log'],
  ['/sso', 'Single sign-on'],
  ['/sites', 'Sites'],
];

/**
 * Records what moves without the person's doing, from the first paint.
 *
 * @returns what has moved so far
 */
async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    const record = (entry: PerformanceEntry) => {
      if (!('sources' in entry) || !Array.isArray(entry.sources)) return;
      const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ');
      for (const { node, previousRect, currentRect } of entry.sources) {
        const text = node instanceof Node ? node.textContent : '';
        const move = `${box(previousRect)} → ${box(currentRect)}`;
        shifts.push(`${location.pathname} ${node?.nodeName} ${move}: ${text?.slice(0, 60)}`);
      }
    };
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type: 'layout-shift' });
    Object.assign(window, { shifts });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

/** Releases all responses one after the other. */
async function queueResponses(page: Page, milliseconds: number): Promise<void> {
  let last = Promise.resolve();
  await page.route(/\/(v1|auth|assets)\//, async (route) => {
    last = last.then(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
    await last;
    await route.continue();
  });
}

const layouts = [
  ['wide', {}],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

// Waiting for every screen takes minutes: `npm test` has a list, a form and two records, in the wide layout.
for (const [name, options] of isDeep ? layouts : layouts.slice(0, 1))
  test.describe(name, { tag: '@loading' }, () => {
    test.use(options);

    test(`nothing moves while a person waits for slow lists and forms, ${name}`, async ({
      page,
      organization,
      signIn,
    }) => {
      test.slow();
      await createTestSite(organization, { Start: ['Start here'] });
      await signIn(organization.admin);
      const shifts = await recordShifts(page);
      await delayResponses(page, 300);
      for (const path of isDeep
        ? ['', ...screens.map(([screen]) => screen)]
        : ['/teams', '/settings/general']) {
        await page.goto(organization.path(path));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await untilQuiet(page);
        expect.soft(await shifts(), path).toEqual([]);
      }
    });

    test(`nothing moves while the parts of a record arrive one after the other, ${name} @details`, async ({
      page,
      organization,
      signIn,
    }) => {
      test.slow();
      const site = await createTestSite(organization, { Start: ['Start here'] });
      const { spaceId } = await createPages(organization, [
        insertPage('Welcome', 'First paragraph.'),
        insertPage('Install', 'Second paragraph.'),
      ]);
      const { screen } = await createOpenChangeRequest(organization, spaceId, 'Describe upgrades', [
        insertPage('Upgrade', 'Third paragraph.'),
      ]);
      const ofSite = organization.path(`/sites/${site.id}`);
      const ofSpace = organization.path(`/spaces/${spaceId}`);
      await signIn(organization.admin);
      const shifts = await recordShifts(page);
      await queueResponses(page, 40);
      const paths = [`${ofSite}/structure`, organization.path(`${screen}/diff`)];
      if (isDeep)
        paths.push(
          organization.path(),
          organization.path('/inbox'),
          ...['/visitors', '/published', '/settings'].map((tab) => `${ofSite}${tab}`),
          ...['', '/pages', '/changes'].map((tab) => `${ofSpace}${tab}`),
          ...['', '/content'].map((tab) => organization.path(`${screen}${tab}`)),
        );
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await untilQuiet(page);
        expect.soft(await shifts(), path).toEqual([]);
      }
    });
  });

test('a person sees the navigation and some content in every frame of twenty slow navigations @details', async ({
  page,
  organization,
  signIn,
}) => {
  test.slow();
  const site = await createTestSite(organization, { Start: ['Start here'] });
  await signIn(organization.admin);
  const frames = await recordFrames(page);
  await delayResponses(page, 600);
  await page.goto(organization.path());
  await expect(page.getByRole('heading', { name: organization.title, level: 1 })).toBeVisible();
  for (const [path, title] of screens) await goTo(page, organization.path(path), title);
  await goTo(page, organization.path(), organization.title);
  await goTo(page, organization.path('/sites'), 'Sites');
  await goTo(page, organization.path(`/sites/${site.id}`), 'Docs');
  await goTo(page, organization.path(`/sites/${site.id}/visitors`), 'Docs');
  await goTo(page, organization.path(`/sites/${site.id}/settings`), 'Docs');
  const missing = (await frames()).filter(({ navigation, main }) => navigation === null || main === null);
  expect(missing).toEqual([]);
  // The navigation does not move.
  expect([...new Set((await frames()).map(({ navigation }) => navigation))]).toEqual(['0 100']);
});

for (const [name, width] of [
  ['wide', 1440],
  ['narrow', 390],
] as const)
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`a person sees the layout from the first paint of a slow start, ${name}${name === 'narrow' ? ' @repeats' : ''}`, async ({
    page,
    organization,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(organization.admin);
    const frames = await recordFrames(page);
    await delayResponses(page, 800);
    await page.goto(organization.path('/members'));
    await expect(page.getByRole('link', { name: organization.admin.displayName })).toBeVisible();
    const frameList = await frames();
    expect(frameList.length).toBeGreaterThan(0);
    expect(frameList.filter(({ main }) => main === null)).toEqual([]);
    expect(new Set(frameList.map(({ main }) => main)).size).toBe(1);
    if (name === 'wide') expect(new Set(frameList.map(({ navigation }) => navigation))).not.toContain(null);
  });

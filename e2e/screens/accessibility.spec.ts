/**
 * Checks screens with content, empty and failing, in both themes. The deep tests check every one, also on a phone;
 * `npm test` takes some of them by turns.
 */
import type { Page } from '@playwright/test';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { expect, test } from '../fixtures.ts';
import { checkAccessibility, checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { isDeep } from '../support/deep.ts';
import { findHeavyRows } from '../support/heavy-rows.ts';
import { checkLayout } from '../support/layout.ts';
import { navigateTo } from '../support/navigation.ts';
import { createOneOfEach } from './empty-items.ts';
import type { OrganizationContext, Screen } from './screen.ts';
import { screens } from './screens.ts';

/** Waits until a screen has loaded completely. */
async function waitForScreen(page: Page, shows: string | RegExp): Promise<void> {
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
}

/** Splits a list into chunks. */
function chunks<T>(list: readonly T[], size: number): T[][] {
  return list.length === 0 ? [] : [list.slice(0, size), ...chunks(list.slice(size), size)];
}

const endsWithPath = (some: readonly Screen[]) => `${some[0]?.name} to ${some.at(-1)?.name}`;

test.describe('a person can access every screen with content', { tag: '@screens' }, () => {
  const visited = isDeep ? screens : screens.filter((_, index) => index % 2 === 0);
  for (const some of chunks(visited, 10))
    test(endsWithPath(some), async ({ page, demonstration, problems }) => {
      test.setTimeout(300_000);
      // One of them is the “Not found” screen.
      problems.expect(/doesnotexist/);
      await demonstration.signIn(page.context());
      // The prepared state may stay open, or ask for a confirmation before leaving.
      let isLeft = false;
      for (const screen of some)
        await test.step(screen.name, async () => {
          const href = await screen.path(demonstration);
          await (isLeft ? navigateTo(page, href) : page.goto(demonstration.url + href));
          await waitForScreen(page, screen.expectedText);
          await screen.prepare?.(page);
          await (isDeep ? checkAccessibilityAtBothWidths : checkAccessibility)(page);
          await checkLayout(page);
          expect.soft(await page.evaluate(findHeavyRows), 'rows of many elements').toEqual([]);
          isLeft = !screen.prepare;
        });
    });
});

test.describe('a person can access every empty screen', { tag: '@screens' }, () => {
  const isSingleItem = ({ route }: Screen) => /\$(?!organizationId|view)/.test(route);
  for (const about of ['lists', 'single items'])
    test(about, async ({ page, organization, signIn }) => {
      test.setTimeout(300_000);
      const { admin } = organization;
      if (about === 'single items') await createOneOfEach(organization);
      await signIn(admin);
      const context: OrganizationContext = {
        organizationId: organization.id,
        read: async (path) => {
          const headers = { authorization: `Bearer ${admin.token}` };
          return (await fetch(`${process.env.BINDERY_URL}/v1${path}`, { headers })).json();
        },
      };
      await page.goto('/preferences');
      const some = screens.filter(
        (screen) => screen.empty && isSingleItem(screen) === (about === 'single items'),
      );
      // The same component says it on all: `npm test` takes every fourth.
      for (const { name, path, empty } of isDeep ? some : some.filter((_, index) => index % 4 === 0)) {
        if (!empty) continue;
        await test.step(name, async () => {
          await navigateTo(page, await (empty.path ?? path)(context));
          await waitForScreen(page, empty.expectedText);
          await checkAccessibilityAtBothWidths(page, 'main', 'fit');
        });
      }
    });
});

/** Controls without text, image or border, which forced colors make invisible. */
function invisibleControls(): string[] {
  const controls = document.querySelectorAll('button, input, select, textarea, [role="progressbar"]');
  return [...controls]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.clientWidth > 1)
    .filter((control) => control.textContent.trim() === '' && !control.querySelector('svg, img'))
    .filter((control) => {
      const { appearance, borderTopWidth } = getComputedStyle(control);
      return appearance === 'none' && borderTopWidth === '0px';
    })
    .map((control) => control.outerHTML);
}

/** The focused element if its focus is not visible. */
function invisibleFocus(): string | null {
  const focused = document.activeElement;
  const ring = focused?.closest('.segment') ?? focused;
  if (!focused || !ring || focused === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(ring);
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 ? null : focused.outerHTML;
}

test('a person with forced colors sees the focus and every control @details', async ({
  page,
  demonstration,
}) => {
  test.setTimeout(300_000);
  await demonstration.signIn(page.context());
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${demonstration.url}/preferences`);
  for (const name of ['preferences', 'members-selection', 'structure', 'settings-access', 'inbox']) {
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`No screen is called ${name}.`);
    await test.step(name, async () => {
      await navigateTo(page, await screen.path(demonstration));
      await waitForScreen(page, screen.expectedText);
      await screen.prepare?.(page);
      expect.soft(await page.evaluate(invisibleControls)).toEqual([]);
      await page.locator('#main').focus();
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press('Tab');
        expect.soft(await page.evaluate(invisibleFocus)).toBeNull();
      }
    });
  }
});

test.describe('a person can access every screen that fails to load', { tag: '@screens' }, () => {
  /** All organization requests except those of the layout. */
  const everything = /^\/v1\/(?!user$|orgs\/[^/]+$|.*\/ping$)./;
  const failing = screens.filter(({ failure }) => failure);
  const kinds = [
    ['with all their requests', failing.filter(({ failure }) => !failure?.pathPattern)],
    [
      'with their own requests, in the frame of what surrounds them',
      failing.filter(({ failure }) => failure?.pathPattern),
    ],
  ] as const;
  for (const [title, some] of kinds)
    test(title, async ({ page, demonstration, problems }) => {
      test.setTimeout(300_000);
      problems.expect(/\b500\b/);
      const proxy = await startFaultProxy(demonstration.url);
      await demonstration.signIn(page.context());
      await page.goto(`${proxy.url}/preferences`);
      // All show the same component in one of few frames: `npm test` takes every twelfth.
      for (const { name, path, failure } of isDeep ? some : some.filter((_, index) => index % 12 === 0))
        await test.step(name, async () => {
          const href = await path(demonstration);
          // The screen's own URL may end like that of its request.
          const requested = failure?.pathPattern
            ? new RegExp(`^/v1/.*(?:${failure.pathPattern.source})`)
            : everything;
          // Figures are read by a POST.
          for (const method of failure?.pathPattern ? ['GET', 'POST'] : ['GET'])
            proxy.arm(500, { method, path: requested, matchesAll: true });
          // Data cached by previous screens would be shown instead of the failure.
          await (failure?.pathPattern ? page.goto(proxy.url + href) : navigateTo(page, href));
          await waitForScreen(page, 'The server could not complete the request.');
          if (isDeep) await checkAccessibilityAtBothWidths(page, 'main', 'fit');
          else await checkAccessibility(page, 'main');
          proxy.disarm();
        });
      await proxy.close();
    });
});

import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { createTestSite } from '../support/site-structures.ts';

/** More than the sidebar and a bar have. */
const maxStops = 60;

/** A stop of the Tab key. */
interface Stop {
  part: string;
  name: string;
  left: number;
  top: number;
}

/** Where the focus is: part of the frame, name and position in the document. */
const focusedStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { left, top } = focused.getBoundingClientRect();
    const part = focused.matches('[href="#main"]')
      ? 'skip link'
      : focused.closest('aside:has([aria-label="Main"])')
        ? 'sidebar'
        : focused.closest('[data-page-heading]')
          ? 'bar'
          : focused.closest('main')
            ? 'content'
            : focused.tagName;
    const name = focused.getAttribute('aria-label') ?? (focused.textContent || focused.tagName);
    return { part, name, left: Math.round(left), top: Math.round(top + scrollY) };
  });

/** Whether a stop comes after another in reading order: on a later line, or further right on the same one. */
const comesAfter = (next: Stop, previous: Stop) =>
  next.part !== previous.part || next.top > previous.top + 8 || next.left > previous.left;

for (const [name, width, parts] of [
  ['wide', 1440, ['skip link', 'sidebar', 'bar', 'content']],
  ['narrow', 390, ['skip link', 'bar', 'content']],
] as const)
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`a person tabs through the frame and into each screen in reading order, ${name}${name === 'narrow' ? ' @repeats' : ''} @details`, async ({
    page,
    organization,
    signIn,
  }) => {
    await createTestSpace(organization, 'Guides');
    await createTestSite(organization, { Start: ['en'] });
    await signIn(organization.admin);
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/members', '/teams', '/sites', '/content']) {
      await page.goto(organization.path(path));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('#main .skeleton')).toHaveCount(0);
      const stops: Stop[] = [];
      while (stops.filter(({ part }) => part === 'content').length < 3 && stops.length < maxStops) {
        await page.keyboard.press('Tab');
        const stop = await focusedStop(page);
        // After the last one the browser's own controls come.
        if (stop.part === 'BODY') break;
        stops.push(stop);
      }
      expect(
        stops.map(({ part }) => part).filter((part, index, all) => part !== all[index - 1]),
        path,
      ).toEqual(parts);
      const misplaced = stops.filter((stop, index) => {
        const previous = stops[index - 1];
        return previous && !comesAfter(stop, previous);
      });
      expect(misplaced, path).toEqual([]);
    }
  });

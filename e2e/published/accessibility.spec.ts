/** Every kind of page of a published site is accessible. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { expectPageFits } from '../support/layout.ts';
import { createEveryKindOfPage, kindsOfPages } from './every-kind.ts';
import { createSampleSite } from './sample-site.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** The wide window at 200 %. */
const zoomed = { width: 720, height: 450 };

const MIN_TARGET = 24;

/** Controls that are hard to hit; links within a sentence may be as small as its letters. Runs inside the page. */
function findSmallTargets(min: number): string[] {
  return [...document.querySelectorAll('a, button, summary, select, input, label')].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // Text for screen readers only, and the skip link before it has the focus.
    if (!isShown || box.width <= 1 || box.right <= 0 || box.bottom <= 0) return [];
    const inText = element.matches('a') && element.closest('p, td, th, li > p, dd, h1, h2, h3, h4, h5, h6');
    if (inText || (element.matches('label') && element.getAttribute('for') !== null)) return [];
    const { width, height } = box;
    if (width >= min - 0.5 && height >= min - 0.5) return [];
    const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30);
    return [
      `<${element.localName} class="${element.className}"> “${name}” ${width.toFixed()}×${height.toFixed()}`,
    ];
  });
}

/** The outline of the page: landmarks, and headings in order without a gap. Runs inside the page. */
function readOutline() {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter(isShown)
    .map(({ localName }) => Number(localName.slice(1)));
  const names = [...document.querySelectorAll('nav')].filter(isShown).map((nav) => {
    const label = nav.getAttribute('aria-labelledby');
    return (
      (label === null ? nav.getAttribute('aria-label') : document.getElementById(label)?.textContent) ?? ''
    );
  });
  return {
    headings: levels.filter((level) => level === 1).length,
    gaps: levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1).length,
    mains: document.querySelectorAll('main').length,
    banners: document.querySelectorAll('body > header').length,
    repeated: names.filter((name, at) => name === '' || names.indexOf(name) !== at),
  };
}

async function checkPage(page: Page): Promise<void> {
  await checkAccessibilityAtBothWidths(page);
  await checkStructure(page);
}

/** The outline, the targets, and that all fits. */
async function checkStructure(page: Page): Promise<void> {
  for (const size of [wide, phone, zoomed]) {
    await page.setViewportSize(size);
    await expectPageFits(page, size.width);
    expect.soft(await page.evaluate(readOutline), `the outline at ${size.width}`).toEqual({
      headings: 1,
      gaps: 0,
      mains: 1,
      banners: 1,
      repeated: [],
    });
    expect.soft(await page.evaluate(findSmallTargets, MIN_TARGET), `targets at ${size.width}`).toEqual([]);
  }
  await page.setViewportSize(wide);
}

test('every kind of page is accessible', async ({ organization, page }) => {
  test.setTimeout(300_000);
  const { base } = await createEveryKindOfPage(organization);
  for (const [kind, path] of Object.entries(kindsOfPages))
    await test.step(kind, async () => {
      await page.goto(base + path);
      await checkPage(page);
    });
});

test('an API reference is accessible, open and closed @details', async ({ page }) => {
  await page.goto('/published/skerry/developers/reference');
  // The content that axe judged while closed is also there when open.
  await checkStructure(page);
  await page.locator('.text details').evaluateAll((all) => {
    for (const screenCase of all) screenCase.setAttribute('open', '');
  });
  await checkPage(page);
});

test('a page that refuses a visitor is accessible @details', async ({ organization, problems, page }) => {
  problems.expect(/status of 40[14]/);
  const { base } = await createSampleSite(organization, 'visitor-auth');
  for (const [url, status] of [
    [base, 401],
    ['/published/none/none/', 404],
  ] as const) {
    expect((await page.goto(url))?.status()).toBe(status);
    await checkPage(page);
  }
});

test('a missing page is accessible @details', async ({ organization, problems, page }) => {
  problems.expect(/status of 404/);
  const { base } = await createEveryKindOfPage(organization);
  await page.goto(`${base}old/long-tables`);
  await checkPage(page);
});

test('a keyboard gets past the navigation, sees where it is, and reaches everything', async ({
  organization,
  page,
}) => {
  const { base } = await createEveryKindOfPage(organization);
  await page.goto(`${base}tabs`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  await page.goto(`${base}tabs`);
  const unseen: string[] = [];
  const reached = new Set<string>();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focusedName = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const marks = [element, ...element.querySelectorAll('*'), element.parentElement ?? element];
      const isMarked = marks.some((one) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
      });
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      return { isMarked, name: `${element.localName} ${name.slice(0, 30)}` };
    });
    if (!focusedName) break;
    reached.add(focusedName.name);
    if (!focusedName.isMarked) unseen.push(focusedName.name);
  }
  expect(unseen).toEqual([]);
  for (const name of ['summary Why two?', 'a Maths', 'a Languages']) expect([...reached]).toContain(name);
});

test('keys lead to the search from every page, but not during typing @details', async ({
  organization,
  page,
}) => {
  const { base } = await createEveryKindOfPage(organization);
  for (const path of ['plain', 'languages/ar/water']) {
    for (const key of ['/', 'Control+k', 'Meta+k']) {
      await page.goto(base + path);
      await page.keyboard.press(key);
      await expect(page.getByRole('searchbox')).toBeFocused();
    }
    await page.keyboard.type('a/b');
    await expect(page.getByRole('searchbox')).toHaveValue('a/b');
  }
});

test('nothing moves for visitors who prefer reduced motion @details', async ({ organization, page }) => {
  const { base } = await createEveryKindOfPage(organization);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${base}long`);
  const moving = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationName, animationDuration, scrollBehavior } =
        getComputedStyle(element);
      const isStill = (durations: string) =>
        durations.split(',').every((duration) => Number.parseFloat(duration) <= 0.01);
      return isStill(transitionDuration) &&
        (animationName === 'none' || isStill(animationDuration)) &&
        scrollBehavior === 'auto'
        ? []
        : [`${element.localName}.${element.className}`];
    }),
  );
  expect([...new Set(moving)]).toEqual([]);
});

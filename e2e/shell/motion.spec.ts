import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { screens } from '../screens/screens.ts';
import type { Demonstration } from '../support/demonstration.ts';

/**
 * The animations of the page: `<button class="button"> 120 ms`. Serialized into the page, so self-contained.
 */
function findMotion(): { what: string; milliseconds: number }[] {
  // Animations that last until another event: placeholders, the lines of work under way, and the timer of a
  // toast.
  const lasting = new Set(['shimmer', 'busy', 'route-progress', 'lasting']);
  const split = (list: string) => list.split(/,\s*/);
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      const names = split(style.animationName);
      const durations = [
        ...split(style.animationDuration).filter((_, index) => {
          const name = names[index] ?? 'none';
          return name !== 'none' && !lasting.has(name);
        }),
        ...split(style.transitionDuration),
      ];
      const milliseconds = Math.max(0, ...durations.map((duration) => 1000 * Number.parseFloat(duration)));
      const what = `<${element.localName} class="${element.getAttribute('class') ?? ''}">${pseudo ?? ''}`;
      return milliseconds === 0 ? [] : [{ what, milliseconds }];
    }),
  );
}

/** A list with its bar, a dialog, a panel, a menu and a tree. */
const movingParts: readonly { name: string; open?: (page: Page) => Promise<void>; moves: string }[] = [
  { name: 'members-selection', moves: '.selection-bar' },
  { name: 'team-new', moves: '.dialog' },
  { name: 'inspector', moves: '.dialog-panel' },
  {
    name: 'teams',
    open: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click(),
    moves: '.menu',
  },
  { name: 'structure', moves: '.tree-chevron' },
];

async function openEach(
  page: Page,
  demonstration: Demonstration,
  look: (moves: string) => Promise<void>,
): Promise<void> {
  for (const { name, open, moves } of movingParts)
    await test.step(name, async () => {
      const screen = screens.find((one) => one.name === name);
      if (!screen) throw new Error(`No screen is called ${name}.`);
      await page.goto(demonstration.url + (await screen.path(demonstration)));
      await page.getByText(screen.expectedText).filter({ visible: true }).first().waitFor();
      await screen.prepare?.(page);
      await open?.(page);
      await expect(page.locator(moves).first()).toBeVisible();
      await look(moves);
    });
}

test.describe('motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a person sees what opens and changes move for 120 ms', async ({ page, demonstration }) => {
    await demonstration.signIn(page.context());
    await openEach(page, demonstration, async (moves) => {
      const motion = await page.evaluate(findMotion);
      expect.soft(motion.filter(({ milliseconds }) => milliseconds !== 120)).toEqual([]);
      const name = moves.slice(1);
      expect.soft(motion.map(({ what }) => what)).toContainEqual(expect.stringMatching(`\\b${name}\\b`));
    });
  });
});

test('a person who wants no motion sees none @details', async ({ page, demonstration }) => {
  await demonstration.signIn(page.context());
  await openEach(page, demonstration, async () => {
    // As good as none, so that what waits for the end of a movement still gets it.
    const motion = await page.evaluate(findMotion);
    expect.soft(motion.filter(({ milliseconds }) => milliseconds > 0.011)).toEqual([]);
  });
});

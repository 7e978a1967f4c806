/** The journey of a draft by keyboard alone, and by touch. */
import type { Page } from '@playwright/test';
import { checkAccessibility, expect, type Organization, type Person, test } from '../fixtures.ts';
import { byKeyboard, byTouch, type Hand, phone } from '../support/hands.ts';
import { tabTo } from '../support/keyboard.ts';
import { expectPageFits } from '../support/layout.ts';
import { openEditor, treeRow } from '../support/site-structures.ts';

const outline = { Start: ['Start v1'], Help: ['Help v1', 'Help v2'], Empty: {} };
const atFirst = 'Start(Start v1) Help(Help v1 Help v2) Empty[]';
const moved = 'Help(Help v1 Help v2) Start(Start v1) Empty[]';

interface Journey {
  organization: Organization;
  signIn: (person: Person) => Promise<void>;
  page: Page;
  hand: Hand;
  /** Moves “Help” up. */
  moveHelp: () => Promise<void>;
}

async function makeJourney({ organization, signIn, page, hand, moveHelp }: Journey): Promise<void> {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  const view = (entry: string) =>
    hand.choose(
      page.getByRole('button', { name: 'View', exact: true }),
      page.getByRole('menuitem', { name: entry }),
    );
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const apply = async () => {
    await hand.press(bar.getByRole('button', { name: 'Apply…' }));
    await hand.press(dialog(/^Apply the draft/).getByRole('button', { name: 'Apply draft' }));
    await expect(bar).toContainText('What you change here is gathered in a draft');
  };

  await hand.press(page.getByRole('button', { name: 'Draft', exact: true }));
  await expect(bar).toContainText('What you change here is gathered in a draft');
  await moveHelp();
  await expect(bar).toContainText('1 change in the draft');
  await hand.press(bar.getByRole('button', { name: 'Changes' }));
  const changes = dialog('Changes of the draft');
  await expect(changes.getByRole('listitem')).toContainText(['Moved “Help” before “Start”']);
  await expectPageFits(page, page.viewportSize()?.width);
  await checkAccessibility(page);
  await page.keyboard.press('Escape');
  expect(await site.order()).toBe(atFirst);
  await apply();
  expect(await site.order()).toBe(moved);

  await view('History…');
  const version = dialog('History of the structure').getByRole('listitem').first();
  await expect(version).toContainText('Ada Admin');
  await expectPageFits(page, page.viewportSize()?.width);
  await hand.press(version.getByRole('button'));
  await expect(bar).toContainText('1 change in the draft');
  await apply();
  expect(await site.order()).toBe(atFirst);

  await view('As text…');
  const text = dialog('Structure as text').getByLabel('Text', { exact: true });
  await expect(text).toHaveValue(/title: Help\n/);
  const written = await text.inputValue();
  await hand.write(text, written.replace('title: Help\n', 'title: Support\n'));
  await expect(dialog('Structure as text').getByRole('list', { name: 'Planned changes' })).toContainText(
    'Changed the section “Support”',
  );
  await expectPageFits(page, page.viewportSize()?.width);
  await hand.press(dialog('Structure as text').getByRole('button', { name: 'Make it the draft' }));
  await expect(treeRow(page, 'Support')).toBeVisible();
  await hand.choose(
    bar.getByRole('button', { name: 'More actions for the draft' }),
    page.getByRole('menuitem', { name: 'Discard…' }),
  );
  await hand.press(dialog(/^Discard the draft/).getByRole('button', { name: 'Discard draft' }));
  await expect(treeRow(page, 'Help')).toBeVisible();

  await view('Site health…');
  const finding = dialog('Site health').getByRole('list', { name: 'Findings' }).getByRole('listitem').first();
  await expect(finding).toContainText('The group “Empty” has no sections.');
  await expectPageFits(page, page.viewportSize()?.width);
  await hand.press(finding.getByRole('button', { name: 'Show item' }));
  await expect(page.getByRole('form', { name: 'Details of Empty' })).toBeVisible();
}

test('a keyboard user gathers a draft, applies it, goes back, and finds what to mend @details', async ({
  organization,
  signIn,
  page,
}) => {
  const moveHelp = async () => {
    await tabTo(page, page.getByRole('tree'));
    await page.keyboard.press('h');
    await page.keyboard.press('Alt+ArrowUp');
  };
  await makeJourney({ organization, signIn, page, hand: byKeyboard(page), moveHelp });
});

test.describe('by touch', () => {
  test.use(phone);

  test('a person gathers a draft on a phone, applies it, goes back, and finds what to mend @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const moveHelp = async () => {
      await treeRow(page, 'Help').tap();
      const sheet = page.getByRole('dialog', { name: 'Help' });
      await sheet.getByRole('button', { name: 'Move up' }).tap();
      await sheet.getByRole('button', { name: 'Close' }).tap();
    };
    await makeJourney({ organization, signIn, page, hand: byTouch, moveHelp });
  });
});

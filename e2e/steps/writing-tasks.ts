/** Tasks of a writer, each in the visual view and in the plain text field, with the text that both have to end with. */
import type { Page } from '@playwright/test';
import { listChangeRequestPages, listChangeRequests, listSpaces } from '#api/generated/sdk.gen.ts';
import { expect } from '../fixtures.ts';
import { type EditedPage, editPage, fetchText, fieldOf, saveStateOf } from '../page-editor/edited-page.ts';
import { writeFirstPageName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { createPublishedGuide, spacesOfSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import type { Steps } from './count-steps.ts';
import { clickInPlain, copyArticle, copyPicture } from './plain-field.ts';

export type WritingView = 'visual' | 'plain';

interface Writing {
  organization: Organization;
  view: WritingView;
  /** The published page “Lamps”. */
  published: string;
  spaceId: string;
  /** The same page in a change request, beside “Wicks”. */
  edited: EditedPage;
  wicks: string;
}

export interface WritingTask {
  name: string;
  /** Goes where the task begins, uncounted. */
  start: (page: Page, world: Writing) => Promise<void>;
  /** What both ways have in common, before what one of them does. */
  begin?: (page: Page) => Promise<void>;
  visual: (page: Page, world: Writing) => Promise<void>;
  plain: (page: Page, world: Writing) => Promise<void>;
  /** Compares what is stored with what was meant. */
  check: (world: Writing) => Promise<void>;
}

const steps = ['Fill it with oil.', 'Trim the wick.', 'Light it.', 'Close the glass.'];
const prices = [
  'Brass 5',
  'Tin 4',
  'Glass 9',
  'Steel 3',
  'Paper 1',
  'Clay 2',
  'Wood 2',
  'Iron 3',
  'Wax 1',
  'Zinc 4',
];
const rowOf = (row: string) => `| ${row.replace(' ', ' | ')} |`;
const lamps = [
  'Fill it dayly, and more often in winter.',
  ['| Made of | Price |', '| --- | --- |', ...prices.map(rowOf)].join('\n'),
  steps.map((step) => `- ${step}`).join('\n'),
  'A wick lasts a month.',
  'Keep it dry.',
].join('\n\n');

export async function createWriting(organization: Organization, view: WritingView): Promise<Writing> {
  const site = await createPublishedGuide(organization, [
    insertPage('Lamps', `${lamps}\n`),
    insertPage('Wicks', 'Cut them.\n'),
  ]);
  const [spaceId = ''] = (await spacesOfSite(organization, site)).values();
  const edited = await editPage(organization, spaceId, '');
  const { client } = organization.admin;
  const { data } = await listChangeRequestPages({ client, path: edited.path, throwOnError: true });
  const idOf = (title: string) => data.pages.find((page) => page.title === title)?.id ?? '';
  const editor = `${edited.screen}/content/${idOf('Lamps')}/edit`;
  const stored = () => fetchText(organization.admin, edited.path, idOf('Lamps'));
  return {
    ...{ organization, view, spaceId, wicks: idOf('Wicks'), published: `${site.base}lamps` },
    edited: { ...edited, pageId: idOf('Lamps'), editor, stored },
  };
}

/** The lines that readers see a difference of: tables may be written with more or fewer blanks, blocks apart or not. */
const lean = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/\s*\|\s*/g, '|')
        .replaceAll(/^\||\|$/g, '')
        .replaceAll(/-{2,}/g, '-')
        .trim(),
    )
    .filter((line) => line !== '');

const expectText = (stored: () => Promise<string>, expected: string) =>
  expect.poll(async () => lean(await stored())).toEqual(lean(expected));

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function save(page: Page): Promise<void> {
  await press(page, 'ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
}

/** Types what a list is opened with, and takes its first entry. */
async function complete(page: Page, typed: string, option: RegExp): Promise<void> {
  await page.keyboard.type(typed);
  await expect(page.getByRole('option').first()).toHaveText(option);
  await press(page, 'Enter');
}

const article = {
  html: '<h2>Oil</h2><p>Buy <b>clean</b> oil.</p><ul><li>Whale</li><li>Palm</li></ul>',
  plain: 'Oil\nBuy clean oil.\n- Whale\n- Palm',
  markdown: '## Oil\n\nBuy **clean** oil.\n\n- Whale\n- Palm',
};

/** Opens the editor of “Lamps” in the view of the world. */
async function openLamps(page: Page, { organization, edited, view }: Writing): Promise<void> {
  await page.goto(organization.path(edited.editor));
  await expect(fieldOf(page)).toBeFocused();
  await expect(page.locator('textarea')).toHaveCount(view === 'plain' ? 1 : 0);
}

const pagesBeside = (page: Page) => page.getByRole('region', { name: 'Pages', exact: true });

async function describePicture(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Description of/ }).click();
  await page.keyboard.type('A lit lamp');
  await press(page, 'Enter');
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0);
}

const cells = ['Part', 'Price', 'Glass', '12', 'Ring', '3', 'Screw', '1', 'Wick', '2', 'Base', '20'];
const cellRows = Array.from({ length: cells.length / 2 }, (_, row) => cells.slice(row * 2, row * 2 + 2));
const corrected = ['Tin', 'Clay', 'Wax'];

const storedOf = ({ organization, edited }: Writing, pageId: string) =>
  fetchText(organization.admin, edited.path, pageId);

/** The one draft of a space, and the page of it with a title. */
async function textOfDraft(organization: Organization, spaceId: string, title: string): Promise<string> {
  const { client } = organization.admin;
  const query = { status: 'draft' } as const;
  const { data } = await listChangeRequests({ client, path: { spaceId }, query, throwOnError: true });
  const path = { spaceId, changeRequestId: data.items[0]?.id ?? '' };
  const pages = await listChangeRequestPages({ client, path, throwOnError: true });
  const id = pages.data.pages.find((page) => page.title === title)?.id ?? '';
  // The title is saved with the text.
  return id === '' ? '' : fetchText(organization.admin, path, id);
}

/** In this order: each goes on with the text that the one before has left. */
export const writingTasks: WritingTask[] = [
  {
    name: 'correct a sentence of a published page',
    async start(page, { published }) {
      await page.goto(published);
    },
    async begin(page) {
      await page
        .getByRole('navigation', { name: 'For members' })
        .getByRole('link', { name: 'Propose a change to this page' })
        .click();
      await expect(page.getByRole('dialog').getByLabel('Subject')).toBeFocused();
      await press(page, 'Enter');
      await expect(fieldOf(page)).toBeFocused();
    },
    async visual(page) {
      await fieldOf(page)
        .getByText('Fill it dayly')
        .dblclick({ position: { x: 62, y: 8 } });
      await page.keyboard.type('daily');
      await save(page);
    },
    async plain(page) {
      await clickInPlain(page, 'dayly', { count: 2, offset: 2 });
      await page.keyboard.type('daily');
      await save(page);
    },
    async check({ organization, spaceId }) {
      await expectText(() => textOfDraft(organization, spaceId, 'Lamps'), lamps.replace('dayly', 'daily'));
    },
  },
  {
    name: 'new page: table, hint, picture and link',
    async start(page, world) {
      await openLamps(page, world);
      await copyPicture(page);
    },
    async begin(page) {
      await pagesBeside(page).getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'New page', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
      await page.keyboard.type('Shades');
      await press(page, 'Enter');
      await expect(page.getByRole('textbox', { name: 'Text of New page' })).toBeFocused();
    },
    async visual(page) {
      await page.keyboard.type('See ');
      await complete(page, '[[wi', /Wicks/);
      await page.keyboard.type('.');
      await press(page, 'Enter');
      await complete(page, '/tabl', /^Table/);
      for (const [index, cell] of cells.entries()) {
        if (index > 0) await press(page, 'Tab');
        await page.keyboard.type(cell);
      }
      await press(page, 'Escape');
      await complete(page, '/hi', /^Hint/);
      await page.keyboard.type('Let it cool.');
      await press(page, 'ArrowDown', 'ControlOrMeta+v');
      await describePicture(page);
      await save(page);
    },
    async plain(page) {
      await page.keyboard.type('See [Wicks](wicks.md).\n\n');
      const [head = [], ...rows] = cellRows;
      for (const row of [head, ['-', '-'], ...rows]) await page.keyboard.type(`${row.join('|')}\n`);
      await page.keyboard.type('\n{% hint style="info" %}\nLet it cool.\n{% endhint %}\n\n');
      await press(page, 'ControlOrMeta+v');
      await describePicture(page);
      await save(page);
    },
    async check({ organization, edited, wicks }) {
      const { client } = organization.admin;
      const { data } = await listChangeRequestPages({ client, path: edited.path, throwOnError: true });
      const id = data.pages.find(({ title }) => title === 'Shades')?.id ?? '';
      const table = [cellRows[0] ?? [], ['-', '-'], ...cellRows.slice(1)].map((row) => row.join('|'));
      const text = [`See [Wicks](/pages/${wicks}).`, ...table, '{% hint style="info" %}', 'Let it cool.'];
      const stored = async () =>
        (await fetchText(organization.admin, edited.path, id)).replace(/\/files\/[\w-]+/, 'picture');
      await expectText(stored, [...text, '{% endhint %}', '![A lit lamp](picture)'].join('\n'));
    },
  },
  {
    name: 'correct three cells of a table of ten rows',
    start: openLamps,
    async visual(page) {
      for (const word of corrected) {
        await fieldOf(page)
          .getByRole('cell', { name: word, exact: true })
          .dblclick({ position: { x: 12, y: 14 } });
        await page.keyboard.type('Gold');
      }
      await save(page);
    },
    async plain(page) {
      for (const word of corrected) {
        await clickInPlain(page, word, { count: 2, offset: 1 });
        await page.keyboard.type('Gold');
      }
      await save(page);
    },
    async check({ edited }) {
      await expectText(edited.stored, lamps.replaceAll(/Tin|Clay|Wax/g, 'Gold'));
    },
  },
  {
    name: 'turn a list into steps',
    start: openLamps,
    async visual(page) {
      await fieldOf(page).getByText('Fill it with oil.').click();
      await press(page, 'ControlOrMeta+Alt+b', 'ArrowUp', 'Enter');
      await save(page);
    },
    async plain(page) {
      await clickInPlain(page, '- Fill it with oil.');
      await page.keyboard.type('{% stepper %}\n{% step %}\n');
      await press(page, 'Delete', 'Delete', 'End');
      await page.keyboard.type('\n{% endstep %}\n{% step %}');
      // The tags between two steps are copied for the others.
      await press(page, 'Shift+ArrowUp', 'Shift+Home', 'ControlOrMeta+c', 'ArrowRight');
      await press(page, 'ArrowRight', 'Delete', 'Delete', 'End', 'Enter', 'ControlOrMeta+v');
      await press(page, 'ArrowRight', 'Delete', 'Delete', 'End', 'Enter', 'ControlOrMeta+v');
      await press(page, 'ArrowRight', 'Delete', 'Delete', 'End');
      await page.keyboard.type('\n{% endstep %}\n{% endstepper %}');
      await save(page);
    },
    async check({ edited }) {
      const list = steps.map((step) => `- ${step}\n`).join('');
      const stepper = steps.map((step) => `{% step %}\n${step}\n{% endstep %}\n`).join('');
      const text = lamps.replaceAll(/Tin|Clay|Wax/g, 'Gold');
      await expectText(
        edited.stored,
        text.replace(list.trimEnd(), `{% stepper %}\n${stepper}{% endstepper %}`),
      );
    },
  },
  {
    name: 'paste an article',
    async start(page, world) {
      await openLamps(page, world);
      await press(page, 'ControlOrMeta+End');
      await copyArticle(page, article);
    },
    async visual(page) {
      await press(page, 'Enter', 'ControlOrMeta+v');
      await expect(fieldOf(page)).toContainText('Palm');
      await save(page);
    },
    async plain(page) {
      await press(page, 'Enter', 'ControlOrMeta+v');
      await expect(fieldOf(page)).toHaveValue(/Palm/);
      await save(page);
    },
    async check({ edited }) {
      await expect.poll(async () => lean(await edited.stored()).slice(-4)).toEqual(lean(article.markdown));
    },
  },
  {
    name: 'move a block to another page',
    start: openLamps,
    async visual(page) {
      await fieldOf(page).getByText('A wick lasts a month.').hover();
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Move to…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move block' });
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await page.keyboard.type('wi');
      await expect(dialog.getByRole('option')).toHaveCount(1);
      await press(page, 'Enter');
      await expect(dialog).toBeHidden();
    },
    async plain(page) {
      await clickInPlain(page, 'A wick lasts');
      await clickInPlain(page, 'Keep it dry', { shift: true });
      await press(page, 'ControlOrMeta+x');
      await pagesBeside(page)
        .getByRole('treeitem', { name: /^Wicks/ })
        .click();
      const field = page.getByRole('textbox', { name: 'Text of Wicks' });
      await expect(field).toBeFocused();
      await press(page, 'ControlOrMeta+End', 'Enter', 'ControlOrMeta+v');
      await save(page);
    },
    async check(world) {
      await expectText(() => storedOf(world, world.wicks), 'Cut them.\nA wick lasts a month.');
      await expect.poll(world.edited.stored).not.toContain('A wick lasts');
    },
  },
  {
    name: 'from a new space to the first word',
    async start(page, { organization }) {
      await page.goto(organization.path('/content'));
    },
    async begin(page) {
      await page.getByRole('main').getByRole('link', { name: 'New space' }).click();
      await expect(page.getByRole('dialog').getByRole('textbox', { name: /^Title/ })).toBeFocused();
      await page.keyboard.type('Piers');
      await press(page, 'Enter');
      await page.getByRole('button', { name: writeFirstPageName }).click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
      await page.keyboard.type('Light');
      await press(page, 'Enter');
      await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
    },
    visual: (page) => page.keyboard.type('Trim'),
    plain: (page) => page.keyboard.type('Trim'),
    async check({ organization }) {
      const { client } = organization.admin;
      const path = { organizationId: organization.id };
      const { data } = await listSpaces({ client, path, throwOnError: true });
      const made = data.items.filter(({ title }) => title === 'Piers').at(-1);
      await expectText(() => textOfDraft(organization, made?.id ?? '', 'Light'), 'Trim');
    },
  },
];

/** Counts the steps of a task in a view. */
export async function countTask(
  page: Page,
  { name, start, begin, check, ...ways }: WritingTask,
  world: Writing,
  count: () => Promise<Steps>,
) {
  await start(page, world);
  await count();
  await begin?.(page);
  await ways[world.view](page, world);
  const counted = await count();
  // Not counted: what a task doesn't save is saved after a pause.
  await press(page, 'ControlOrMeta+s');
  await check(world);
  return { name, counted };
}

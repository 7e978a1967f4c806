/** Uploads under faults: into a text, as a cover, and in the list of files. Each says so, and leaves each file there once. */
import type { Page } from '@playwright/test';
import { expect, type Organization, test } from '../fixtures.ts';
import {
  createEditedPage,
  type EditedPage,
  fieldOf,
  filesOf,
  openEditor,
  saveStateOf,
} from '../page-editor/edited-page.ts';
import { type BrokenBy, breakRequests } from '../support/broken-requests.ts';
import { addFiles, bringFiles, chooseFiles, testPicture } from '../support/pictures.ts';

/** The three requests of an upload, in order: announced, sent, and used by an edit. */
const requests = [
  ['POST', /\/spaces\/[^/]+\/uploads$/],
  ['PUT', /\/uploads\/[^/]+\?/],
  ['POST', /\/change-requests\/[^/]+\/content$/],
] as const;

const faults: readonly BrokenBy[] = [500, 'offline', 503, 'lost response', 429];

/** A way of uploading the file `owl.png`. */
interface Way {
  name: string;
  /** Left to the deep tests. */
  isRepeat?: true;
  open: (page: Page, organization: Organization, edited: EditedPage) => Promise<unknown>;
  upload: (page: Page) => Promise<unknown>;
  /** It is saved with a text, by the editor; waits until the text has it. */
  expectInText?: (page: Page) => Promise<unknown>;
  expectDone: (page: Page, organization: Organization, edited: EditedPage) => Promise<unknown>;
}

const openFiles = (page: Page, organization: Organization, { screen }: EditedPage) =>
  page.goto(organization.path(`${screen}/files`));

const ways: readonly Way[] = [
  {
    name: 'in the list of files',
    open: openFiles,
    upload: (page) => chooseFiles(page, page.getByRole('button', { name: 'Upload files…' }), [testPicture()]),
    expectDone: (page) => expect(page.getByRole('row', { name: /owl\.png/ })).toContainText('Added'),
  },
  {
    name: 'in the place of a file',
    isRepeat: true,
    async open(page, organization, edited) {
      const buffer = Buffer.from('GIF89a\u0002\0\u0003\0', 'latin1');
      await addFiles(organization.admin, edited.path, [{ name: 'owl.gif', mimeType: 'image/gif', buffer }]);
      await openFiles(page, organization, edited);
    },
    async upload(page) {
      const row = page.getByRole('row', { name: /owl/ });
      await row.getByRole('button', { name: /actions/i }).press('Enter');
      await chooseFiles(page, page.getByRole('menuitem', { name: /^Replace…/ }), [testPicture()]);
    },
    expectDone: (page) => expect(page.getByRole('row', { name: /owl\.png/ })).toContainText('image/png'),
  },
  {
    name: 'into a text',
    open: openEditor,
    upload: (page) => bringFiles(fieldOf(page), 'drop', [testPicture()]),
    expectInText: (page) => expect(fieldOf(page)).toContainText('![](.gitbook/assets/'),
    async expectDone(_page, organization, edited) {
      const [file] = await filesOf(organization, edited);
      await expect.poll(edited.stored).toBe(`Oil\n\n![](/files/${file?.id})\n`);
    },
  },
  {
    name: 'as a cover',
    isRepeat: true,
    async open(page, organization, edited) {
      await openEditor(page, organization, edited);
      await page.getByRole('button', { name: 'Page options' }).press('Enter');
      await page.getByRole('button', { name: 'Select picture…' }).press('Enter');
    },
    upload: (page) =>
      chooseFiles(page, page.getByRole('button', { name: 'Upload picture…' }), [testPicture()]),
    expectInText: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
    expectDone: (page) => expect(page.getByRole('img', { name: 'owl.png' })).toBeVisible(),
  },
];

/** Retries a failed upload, unless the console has retried it in between. */
async function tryAgain(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: `Try again: owl.png` })
    .press('Enter', { timeout: 1000 })
    .catch(() => undefined);
}

for (const [index, way] of ways.entries())
  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test(`an upload ${way.name} that fails says so, is not lost, and is there once${way.isRepeat ? ' @repeats' : ''} @details`, async ({
    organization,
    signIn,
    page,
    problems,
  }) => {
    problems.expect(/status of (500|503|429|400|409)/, /^50[03] /, /ERR_/);
    const edited = await createEditedPage(organization, 'Oil');
    await signIn(organization.admin);
    await way.open(page, organization, edited);
    const faultAt = (step: number) => faults[(index * requests.length + step) % faults.length] ?? 500;
    const failed = page.getByRole('list', { name: 'Uploads' }).getByRole('alert');
    const fix: (() => Promise<void>)[] = [];
    for (const [step, request] of requests.entries())
      fix.push(await breakRequests(page, request, faultAt(step)));
    await way.upload(page);
    // First it isn’t announced, then its bytes don’t arrive, and then no file is made of them.
    for (const fixRequest of fix.slice(0, 2)) {
      await expect(failed).toContainText('owl.png: not uploaded.');
      await expect(failed).toContainText('It’s lost if you close this tab.');
      await fixRequest();
      await tryAgain(page);
    }
    if (way.expectInText) {
      await way.expectInText(page);
      await expect(saveStateOf(page).first()).toContainText('Kept in this browser, not saved');
      await fix[2]?.();
      await page.keyboard.press('ControlOrMeta+s');
      await expect(saveStateOf(page).first()).toHaveText('Saved');
    } else {
      await expect(failed).toBeVisible();
      await fix[2]?.();
      await tryAgain(page);
      await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
    }
    await way.expectDone(page, organization, edited);
    expect((await filesOf(organization, edited)).map(({ name }) => name)).toEqual(['owl.png']);
  });

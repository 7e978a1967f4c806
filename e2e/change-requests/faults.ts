import { expect, type Page } from '@playwright/test';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import {
  chooseFromMenu,
  pressByKey,
  inDialog,
  inConfirmation,
  oncePerOrganization,
  press,
  expectButton,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import {
  createTestChangeRequest,
  createConflict,
  createTestSpace,
  merge,
} from '../support/change-requests.ts';
import { mergeName, moveName, writeFirstPageName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { addFiles, testPicture } from '../support/pictures.ts';
import { treeRow } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

const space = oncePerOrganization((organization) => createTestSpace(organization, 'Guides'));

const editor = oncePerOrganization((organization) => organization.addPerson('edit', 'Edo Editor'));

/** Creates a change request as the editor; returns the path of its screen. */
const withChangeRequestScreen =
  (subject: string, rest = '') =>
  async (organization: Organization): Promise<string> => {
    const spaceId = await space(organization);
    const { number } = await createTestChangeRequest(await editor(organization), spaceId, { subject });
    return `/spaces/${spaceId}/changes/${number}${rest}`;
  };

/** The pages and a file of a change request, in one content screen for all cases. */
const arranged = oncePerOrganization(async (organization) => {
  const titles = ['Neap', 'Spring', 'Ebb', 'Flood', 'Slack'];
  const others: ContentEdit[] = [
    { operation: 'insert_page', type: 'link', title: 'Charts', href: 'https://charts.example/' },
    { operation: 'insert_page', type: 'group', title: 'By year' },
  ];
  const pages = [...titles.map((title) => insertPage(title, '')), ...others];
  const { spaceId } = await createPages(organization, pages, 'Tables');
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Springs', []);
  await addFiles(organization.admin, path, [testPicture('quay.png'), testPicture('pier.png')]);
  return screen;
});

const pagesScreen = async (organization: Organization) => `${await arranged(organization)}/content`;
const filesScreen = async (organization: Organization) => `${await arranged(organization)}/files`;

/** Opens the menu of a page of the tree, and chooses from it. */
const chooseForPage = (title: string, entry: string) => async (page: Page) => {
  await treeRow(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).press('Enter');
};

const editingLink = inDialog('Title', 'Charts of the coast', 'Save');

const renamingFile = inDialog('Name', 'mole.png', 'Rename');

/** Adds a group or a link in a dialog. */
const adding = (noun: 'group' | 'link', title: string) => {
  const dialog = inDialog('Title', title, `Create ${noun}`);
  return {
    ...dialog,
    async open(page: Page) {
      await chooseFromMenu('Add', `New ${noun}…`)(page);
      if (noun === 'link') await page.getByRole('dialog').getByLabel('Target').fill('https://tides.example/');
      await dialog.open(page);
    },
  } satisfies Partial<FaultCase>;
};

/** Moves the selected page of a tree by one position. */
async function movePageDown(page: Page): Promise<void> {
  await page.getByRole('tree').focus();
  await page.keyboard.press('Alt+ArrowDown');
}

/** An empty space, in which the first page is written. */
const writingFirstPage = (spaceTitle: string) =>
  ({
    needsExtension: true,
    // The created item is listed, and the editor opened.
    refetchesAfterFailure: true,
    screen: async (organization: Organization) =>
      `/spaces/${await createTestSpace(organization, spaceTitle)}/pages`,
    submit: press(writeFirstPageName),
    expectPreserved: expectButton(writeFirstPageName),
    expectDone: (page: Page) => page.getByRole('textbox', { name: 'Title' }).waitFor(),
  }) satisfies Partial<FaultCase>;

/** The review form with one of its choices. */
function reviewing(choice: string) {
  const form = inDialog('Comment (optional)', 'Say when.', 'Submit review');
  return {
    ...form,
    async open(page: Page) {
      await page.getByRole('radio', { name: choice }).check();
      await form.open(page);
    },
  };
}

/** The fault cases of change requests. */
export const changeRequestCases = [
  {
    name: 'starting a change request',
    operation: 'createChangeRequest',
    screen: async (organization) => `/spaces/${await space(organization)}/changes/new`,
    ...inDialog('Subject (optional)', 'Harbours', 'Create change request'),
  },
  {
    name: 'starting a change request with the first page',
    operation: 'createChangeRequest',
    ...writingFirstPage('Inlets'),
  },
  {
    name: 'adding the first page of a space',
    operation: 'editChangeRequestContent',
    ...writingFirstPage('Outlets'),
  },
  {
    name: 'renaming a change request',
    operation: 'updateChangeRequest',
    screen: withChangeRequestScreen('Piers'),
    async open(page) {
      await chooseFromMenu('More actions', 'Rename')(page);
      await page.getByRole('textbox', { name: 'Subject' }).fill('Piers and quays');
    },
    submit: press('Save'),
    expectPreserved: (page) =>
      expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Piers and quays'),
    expectDone: (page) =>
      expect(page.getByRole('heading', { level: 1, name: 'Piers and quays' })).toBeVisible(),
  },
  {
    name: 'describing a change request',
    operation: 'updateChangeRequest',
    needsExtension: true,
    screen: withChangeRequestScreen('Moles', '?dialog=description'),
    open: (page) => page.getByRole('textbox', { name: 'Description' }).fill('Why the moles move'),
    submit: press('Save'),
    expectPreserved: (page) =>
      expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Why the moles move'),
    expectDone: (page) => expect(page.getByText('Why the moles move')).toBeVisible(),
  },
  {
    name: 'updating a change request from its space',
    operation: 'updateChangeRequestFromMain',
    async screen(organization) {
      const screen = await withChangeRequestScreen('Locks')(organization);
      const conflicting = await createTestChangeRequest(organization.admin, await space(organization), {
        subject: 'Meanwhile',
      });
      await merge(organization.admin, conflicting);
      return screen;
    },
    submit: press('Update'),
    expectPreserved: expectButton('Update'),
    expectDone: (page) => expect(page.getByText('Updated “Locks” from Guides')).toBeVisible(),
    refetchesAfterFailure: true,
  },
  {
    name: 'undoing a merge',
    operation: 'undoMerge',
    async screen(organization) {
      const spaceId = await space(organization);
      const merged = await createTestChangeRequest(organization.admin, spaceId, { subject: 'Bollards' });
      await merge(organization.admin, merged);
      return `/spaces/${spaceId}/changes/${merged.number}`;
    },
    submit: chooseFromMenu('More actions', 'Undo this merge'),
    expectPreserved: expectButton('More actions'),
    expectDone: (page) =>
      expect(page.getByRole('heading', { level: 1, name: 'Undo “Bollards”' })).toBeVisible(),
  },
  {
    name: 'reviewing a change request',
    operation: 'createReview',
    screen: withChangeRequestScreen('Sluices', '?dialog=review'),
    ...reviewing('Approve'),
  },
  {
    name: 'commenting instead of reviewing',
    operation: 'createChangeRequestComment',
    screen: withChangeRequestScreen('Sluices', '?dialog=review'),
    ...reviewing('Comment only'),
  },
  {
    name: 'opening a draft for review',
    operation: 'updateChangeRequest',
    async screen(organization) {
      const draft = { subject: 'Culverts', status: 'draft' } as const;
      const { number } = await createTestChangeRequest(
        await editor(organization),
        await space(organization),
        draft,
      );
      return `/spaces/${await space(organization)}/changes/${number}?dialog=open`;
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Open for review' })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByRole('button', { name: 'Open for review' })).toBeVisible(),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'merging a change request',
    operation: 'mergeChangeRequest',
    screen: withChangeRequestScreen('Dams'),
    ...inConfirmation(press(mergeName), mergeName),
  },
  {
    name: 'resolving conflicts',
    operation: 'editChangeRequestContent',
    async screen(organization) {
      const spaceId = await createTestSpace(organization, 'Manual');
      const writer = await editor(organization);
      const { conflicting } = await createConflict(writer, organization.admin, spaceId);
      return `/spaces/${spaceId}/changes/${conflicting.number}/conflicts`;
    },
    async open(page) {
      await press('Edit manually')(page);
      await page.getByRole('textbox', { name: 'Merged text' }).fill('Listens on both ports.\n');
    },
    submit: press('Save'),
    expectPreserved: (page) =>
      expect(page.getByRole('textbox', { name: 'Merged text' })).toHaveValue('Listens on both ports.\n'),
    expectDone: (page) => expect(page.getByText('Resolved 1 conflict')).toBeVisible(),
  },
  {
    name: 'moving a page in the tree of a change request',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    open: (page) => treeRow(page, 'Neap').click(),
    submit: movePageDown,
    async submitAnother(page) {
      // Until the pages are fetched again, it would be the same move.
      await expect(treeRow(page, 'Neap')).toHaveAttribute('aria-posinset', '2');
      await movePageDown(page);
    },
    expectPreserved: (page) => expect(treeRow(page, 'Neap')).toBeVisible(),
    refetchesAfterFailure: true,
  },
  {
    name: 'renaming a page in the tree of a change request',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    async submit(page) {
      await treeRow(page, 'Spring').click();
      await page.keyboard.press('F2');
      await page.getByLabel('New title of Spring').fill('Spring tide');
      await page.keyboard.press('Enter');
    },
    // The title is retried from the error toast.
    expectPreserved: expectButton('Try again'),
    refetchesAfterFailure: true,
  },
  {
    name: 'hiding a page',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    submit: chooseForPage('Ebb', 'Hide from navigation'),
    expectPreserved: expectButton('Try again'),
    refetchesAfterFailure: true,
  },
  {
    name: 'adding a group of pages',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    ...adding('group', 'By month'),
  },
  {
    name: 'adding a link',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    ...adding('link', 'Almanac'),
  },
  {
    name: 'changing a link',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    ...editingLink,
    async open(page) {
      await chooseForPage('Charts', 'Edit link…')(page);
      await editingLink.open(page);
    },
  },
  {
    name: 'deleting a page',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    ...inConfirmation(chooseForPage('Flood', 'Delete…'), 'Delete page'),
  },
  {
    name: 'adding a page',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    submit: chooseFromMenu('Add', /^New page$/),
    expectPreserved: (page) => expect(treeRow(page, 'Slack')).toBeVisible(),
    expectDone: (page) => expect(page.getByRole('textbox', { name: 'Text of New page' })).toBeVisible(),
  },
  {
    name: 'moving a page to another place',
    operation: 'editChangeRequestContent',
    screen: pagesScreen,
    async submit(page) {
      await chooseForPage('Slack', 'Move to…')(page);
      await page.getByRole('dialog').getByLabel('Location').selectOption('By year');
      await pressByKey(page.getByRole('dialog').getByRole('button', { name: moveName, exact: true }));
    },
    expectPreserved: (page) => expect(treeRow(page, 'Slack')).toBeVisible(),
    refetchesAfterFailure: true,
  },
  {
    name: 'renaming a file of a change request',
    operation: 'editChangeRequestContent',
    screen: filesScreen,
    ...renamingFile,
    async open(page) {
      await chooseFromMenu(/actions.*quay/i, 'Rename…')(page);
      await renamingFile.open(page);
    },
  },
  {
    name: 'removing a file of a change request',
    operation: 'editChangeRequestContent',
    screen: filesScreen,
    ...inConfirmation(chooseFromMenu(/actions.*pier/i, 'Remove…'), 'Remove file'),
  },
  {
    name: 'replacing on all pages',
    operation: 'editChangeRequestContent',
    async screen(organization) {
      const spaceId = await space(organization);
      const changes: ContentEdit[] = [
        { operation: 'insert_page', title: 'Fairways', document: { markdown: 'Keep to starbord.\n' } },
      ];
      const expectedChange = { subject: 'Fairways', changes };
      const { number } = await createTestChangeRequest(await editor(organization), spaceId, expectedChange);
      return `/spaces/${spaceId}/changes/${number}?dialog=replace`;
    },
    async open(page) {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Find' }).fill('starbord');
      await dialog.getByRole('textbox', { name: /^Replace with/ }).fill('starboard');
      // A search that failed is made again by hand.
      await expect(async () => {
        await pressByKey(dialog.getByRole('button', { name: 'Find', exact: true }));
        await expect(dialog.getByRole('button', { name: 'Replace 1' })).toBeEnabled({ timeout: 5000 });
      }).toPass();
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Replace 1' })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByRole('textbox', { name: 'Find' })).toHaveValue('starbord'),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

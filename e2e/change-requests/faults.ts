import { expect, type Page } from '@playwright/test';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { requestReviewLabel, selectedLabel, subjectLabel } from '#src/lib/shared-labels.ts';
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
import { mergeAnywayName, reviewersName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { treeRow } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

const space = oncePerOrganization((organization) => createTestSpace(organization, 'Guides'));

const editor = oncePerOrganization((organization) => organization.addPerson('edit', 'Edo Editor'));

const reviewer = oncePerOrganization((organization) => organization.addPerson('review', 'Rita Reviewer'));

/** Creates a change request as the editor; returns the path of its screen. */
const withChangeRequestScreen =
  (subject: string, rest = '') =>
  async (organization: Organization): Promise<string> => {
    const spaceId = await space(organization);
    const { number } = await createTestChangeRequest(await editor(organization), spaceId, { subject });
    return `/spaces/${spaceId}/changes/${number}${rest}`;
  };

/** Moves the selected page of a tree by one position. */
async function movePageDown(page: Page): Promise<void> {
  await page.getByRole('tree').focus();
  await page.keyboard.press('Alt+ArrowDown');
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
    name: 'renaming a change request',
    operation: 'updateChangeRequest',
    screen: withChangeRequestScreen('Piers'),
    async open(page) {
      await chooseFromMenu('More actions', 'Rename')(page);
      await page.getByRole('textbox', { name: subjectLabel }).fill('Piers and quays');
    },
    submit: press('Save'),
    expectPreserved: (page) =>
      expect(page.getByRole('textbox', { name: subjectLabel })).toHaveValue('Piers and quays'),
    expectDone: (page) =>
      expect(page.getByRole('heading', { level: 1, name: 'Piers and quays' })).toBeVisible(),
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
    ...inDialog('Comment (optional)', 'Say when.', 'Submit review'),
  },
  {
    name: 'requesting a review',
    operation: 'requestReviewers',
    async screen(organization) {
      await reviewer(organization);
      return withChangeRequestScreen('Weirs', '?dialog=reviewers')(organization);
    },
    async open(page) {
      await page.getByRole('combobox', { name: reviewersName }).fill('rita');
      await page.getByRole('option', { name: /Rita Reviewer/ }).click();
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: requestReviewLabel })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByRole('list', { name: selectedLabel })).toContainText(
        'Rita Reviewer',
      ),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'removing a requested reviewer',
    operation: 'removeRequestedReviewer',
    async screen(organization) {
      const spaceId = await space(organization);
      const wanted = { subject: 'Fords', reviewers: [await reviewer(organization)] };
      const { number } = await createTestChangeRequest(await editor(organization), spaceId, wanted);
      return `/spaces/${spaceId}/changes/${number}`;
    },
    submit: press('Remove review request for Rita Reviewer'),
    expectPreserved: expectButton('Remove review request for Rita Reviewer'),
    expectDone: (page) =>
      expect(page.getByRole('button', { name: 'Remove review request for Rita Reviewer' })).toHaveCount(0),
  },
  {
    name: 'merging a change request',
    operation: 'mergeChangeRequest',
    screen: withChangeRequestScreen('Dams'),
    ...inConfirmation(press(mergeAnywayName), 'Merge'),
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
    async screen(organization) {
      const titles = ['Neap', 'Spring', 'Ebb', 'Flood', 'Slack'];
      const inserted = titles.map((title) => insertPage(title, ''));
      const { spaceId } = await createPages(organization, inserted, 'Tables');
      const { screen } = await createOpenChangeRequest(organization, spaceId, 'Springs', []);
      return `${screen}/content`;
    },
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
    name: 'replacing on all pages',
    operation: 'editChangeRequestContent',
    async screen(organization) {
      const spaceId = await space(organization);
      const changes: ContentEdit[] = [
        { operation: 'insert_page', title: 'Fairways', document: { markdown: 'Keep to starbord.\n' } },
      ];
      const wanted = { subject: 'Fairways', changes };
      const { number } = await createTestChangeRequest(await editor(organization), spaceId, wanted);
      return `/spaces/${spaceId}/changes/${number}?dialog=replace`;
    },
    async open(page) {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Find' }).fill('starbord');
      await dialog.getByRole('textbox', { name: /^Replace with/ }).fill('starboard');
      await pressByKey(dialog.getByRole('button', { name: 'Find', exact: true }));
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Replace 1' })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByRole('textbox', { name: 'Find' })).toHaveValue('starbord'),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

/** Tasks of somebody who comments on, resolves and corrects texts. */
import { listChangeRequestComments } from '#api/generated/sdk.gen.ts';
import { createReview, fieldFor, type Review } from '../comments/suggestion-reviews.ts';
import { expect } from '../fixtures.ts';
import { saveStateOf } from '../page-editor/edited-page.ts';
import {
  createConflict,
  createTestSpace,
  pathOfChangeRequest,
  readinessOf,
} from '../support/change-requests.ts';
import type { Organization } from '../support/organizations.ts';
import { createPublishedGuide } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import type { Task } from './count-steps.ts';

interface ChangedTexts {
  organization: Organization;
  review: Review;
  /** The screen of the conflicts of a change request. */
  conflicts: string;
  /** The published page “Lamps”. */
  published: string;
}

export async function createChangedTexts(organization: Organization): Promise<ChangedTexts> {
  const editor = await organization.addPerson('edit');
  const ports = await createTestSpace(organization, 'Ports');
  const { conflicting } = await createConflict(editor, organization.admin, ports);
  const site = await createPublishedGuide(organization, [insertPage('Lamps', 'Fill it dayly.\n')]);
  return {
    organization,
    review: await createReview(organization),
    conflicts: pathOfChangeRequest(organization, conflicting, '/conflicts'),
    published: `${site.base}lamps`,
  };
}

const commentsOf = async ({ organization, review }: ChangedTexts) => {
  const { client } = organization.admin;
  const { data } = await listChangeRequestComments({ client, path: review.path, throwOnError: true });
  return data.items.map(({ suggestion }) => suggestion?.text ?? 'comment');
};

/** In this order: each begins with what the one before has made. */
export const changedTextTasks: Task<ChangedTexts>[] = [
  {
    name: 'comment on a changed block',
    before: { keys: 11, characters: 9 },
    async start(page, { organization, review }) {
      await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
      await page.getByText('Trim the wik.').waitFor();
    },
    async run(page, texts) {
      await page.keyboard.press('n');
      await page.keyboard.press('c');
      await expect(page.getByRole('textbox', { name: 'Comment on this block' })).toBeFocused();
      await page.keyboard.type('How often');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => commentsOf(texts)).toEqual(['comment']);
    },
  },
  {
    name: 'suggest a correction of a block',
    before: null,
    async start(page, { organization, review }) {
      await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
      await page.getByText('Trim the wik.').waitFor();
    },
    async run(page, texts) {
      await page.keyboard.press('n');
      await page.keyboard.press('s');
      await expect(fieldFor(page, 3)).toBeFocused();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Fill it daily.');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => commentsOf(texts)).toContain('Fill it daily.');
    },
  },
  {
    name: 'resolve a conflict',
    before: { clicks: 1, keys: 1 },
    async start(page, { conflicts }) {
      await page.goto(conflicts);
      await page.getByRole('region', { name: 'This change request' }).waitFor();
    },
    async run(page) {
      await page.keyboard.press('2');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(readinessOf(page)).toContainText('No conflicts');
    },
  },
  {
    name: 'correct a sentence of a published page',
    before: null,
    async start(page, { published }) {
      await page.goto(published);
    },
    async run(page) {
      await page
        .getByRole('navigation', { name: 'For members' })
        .getByRole('link', { name: 'Propose a change to this page' })
        .click();
      await expect(page.getByRole('dialog').getByLabel('Subject')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Text of Lamps' })).toBeFocused();
      await page.keyboard.type('Now: ');
      await page.keyboard.press('Control+s');
      await expect(saveStateOf(page)).toHaveText('Saved');
      await page.getByRole('button', { name: 'Open for review' }).click();
    },
  },
];

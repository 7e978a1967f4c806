/** Tasks of a reviewer, by keyboard. */
import { expect } from '../fixtures.ts';
import {
  createTestChangeRequest,
  createTestSpace,
  fetchChangeRequest,
  type CreatedChangeRequest,
} from '../support/change-requests.ts';
import type { Organization, Person } from '../support/organizations.ts';
import type { Task } from './count-steps.ts';

interface ReviewedChanges {
  organization: Organization;
  editor: Person;
  space: string;
  created: readonly CreatedChangeRequest[];
}

/** Change requests of an editor that wait for the administrator, the last one first in the list. */
export async function createChangesToReview(organization: Organization): Promise<ReviewedChanges> {
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Tides');
  const created = [];
  for (let number = 1; number <= 10; number += 1) {
    const subject = `Change ${number}`;
    created.push(await createTestChangeRequest(editor, space, { subject, reviewers: [organization.admin] }));
  }
  return { organization, editor, space, created };
}

const open = async ({ organization, created }: ReviewedChanges, numbers: readonly number[]) => {
  const states = numbers.map((number) => created[number - 1]);
  return Promise.all(
    states.map(async (each) => each && (await fetchChangeRequest(organization.admin, each)).status),
  );
};

/** In this order: each begins with the first change request that the one before has left. */
export const reviewTasks: Task<ReviewedChanges>[] = [
  {
    name: 'approve five in a row',
    before: { keys: 13 },
    async start(page, { organization }) {
      await page.goto(organization.path());
      await page.getByRole('heading', { name: organization.title, level: 1 }).waitFor();
    },
    async run(page) {
      await page.keyboard.press('g');
      await page.keyboard.press('b');
      for (const number of [10, 9, 8, 7, 6]) {
        await page
          .getByRole('article')
          .getByRole('heading', { name: `Change ${number}`, level: 2 })
          .waitFor();
        await page.keyboard.press('r');
        await expect(page.getByRole('radio', { name: 'Comment only' })).toBeFocused();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Control+Enter');
        await expect(page.getByText(`Approved “Change ${number}”`)).toBeVisible();
      }
    },
  },
  {
    name: 'put one off until tomorrow',
    before: { keys: 2, characters: 10 },
    async run(page) {
      await page.getByRole('article').getByRole('heading', { name: 'Change 5', level: 2 }).waitFor();
      await page.keyboard.press('s');
      const dialog = page.getByRole('dialog', { name: /^Snooze/ });
      await expect(dialog.getByRole('button', { name: /^Tomorrow/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText('1 snoozed')).toBeVisible();
    },
  },
  {
    name: 'merge three',
    before: { keys: 6 },
    async run(page, reviewed) {
      // Opened by itself once the one before is put off.
      await page.getByRole('article').getByRole('heading', { name: 'Change 4', level: 2 }).waitFor();
      for (const key of ['x', 'j', 'j', 'Shift+x', 'm']) await page.keyboard.press(key);
      const queue = page.getByRole('dialog', { name: 'Merge 3 change requests in order' });
      await expect(queue.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(queue.getByRole('status')).toContainText('3 of 3 change requests merged');
      expect(await open(reviewed, [4, 3, 2])).toEqual(['merged', 'merged', 'merged']);
    },
  },
  {
    name: 'request changes',
    before: { keys: 4, characters: 10 },
    async start(page, { organization }) {
      await page.goto(organization.path('/inbox/needs-me'));
    },
    async run(page) {
      await page.getByRole('article').getByRole('heading', { name: 'Change 1', level: 2 }).waitFor();
      await page.keyboard.press('r');
      await expect(page.getByRole('radio', { name: 'Comment only' })).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Too short.');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText('Requested changes to “Change 1”')).toBeVisible();
    },
  },
  {
    name: 'see what changed since the last visit',
    before: { keys: 2 },
    async start(page, { organization, editor, space }) {
      const subject = 'Fresh';
      await page.goto(organization.path());
      await createTestChangeRequest(editor, space, { subject, reviewers: [organization.admin] });
      const visit = await page.context().newPage();
      await visit.goto(organization.path());
      await visit.getByRole('heading', { name: organization.title, level: 1 }).waitFor();
    },
    async run(page) {
      const visit = page.context().pages().at(-1) ?? page;
      await visit.keyboard.press('g');
      await visit.keyboard.press('b');
      await expect(visit.getByText('1 change since your last visit')).toBeVisible();
      await visit.close();
    },
  },
];

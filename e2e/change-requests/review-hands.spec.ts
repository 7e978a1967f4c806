/** The journey of a change request under merge rules, by keyboard alone and by touch. */
import type { Page } from '@playwright/test';
import { listChangeRequestComments, updateSpaceMergeRules } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, type Person, test } from '../fixtures.ts';
import {
  createTestChangeRequest,
  createTestSpace,
  fetchChangeRequest,
  pathOfChangeRequest,
} from '../support/change-requests.ts';
import { byKeyboard, byTouch, type Hand, phone } from '../support/hands.ts';
import { expectPageFits } from '../support/layout.ts';
import { bypassName } from '../support/names.ts';

interface Journey {
  organization: Organization;
  signIn: (person: Person) => Promise<void>;
  page: Page;
  hand: Hand;
}

async function makeJourney({ organization, signIn, page, hand }: Journey): Promise<void> {
  const { admin } = organization;
  const { client } = admin;
  const spaceId = await createTestSpace(organization, 'Tide tables');
  await updateSpaceMergeRules({
    client,
    path: { spaceId },
    body: { approvals: 2, administratorsBypass: true },
    throwOnError: true,
  });
  const editor = await organization.addPerson('edit');
  const request = await createTestChangeRequest(editor, spaceId, { subject: 'Neaps' });
  await signIn(admin);
  await page.goto(pathOfChangeRequest(organization, request));
  const dialog = page.getByRole('dialog');
  const choose = (entry: string) =>
    hand.choose(
      page.getByRole('button', { name: 'More actions' }).first(),
      page.getByRole('menuitem', { name: entry }),
    );

  await choose('Merge later…');
  await checkAccessibility(page);
  await hand.press(dialog.getByRole('button', { name: 'Merge later' }));
  await expect(page.getByText('Merges when it is ready')).toBeVisible();
  await expectPageFits(page, page.viewportSize()?.width);
  await hand.press(page.getByRole('button', { name: 'Cancel the planned merge' }));
  await expect(page.getByText('Merges when it is ready')).toHaveCount(0);

  await page.goto(pathOfChangeRequest(organization, request, `/diff/${request.page}`));
  await hand.write(page.getByRole('textbox', { name: 'Comment on this page' }), 'Which harbour?');
  await hand.press(page.getByRole('button', { name: 'Add to review' }));
  await expect(page.getByRole('article', { name: 'Pending comment' })).toContainText('Which harbour?');
  await hand.press(page.getByRole('button', { name: 'Review', exact: true }));
  await expect(dialog.getByRole('region', { name: 'Pending comments' })).toContainText('1 pending comment');
  await expectPageFits(page, page.viewportSize()?.width);
  await hand.check(dialog, dialog.getByRole('radio', { name: 'Approve' }));
  await hand.press(dialog.getByRole('button', { name: 'Submit review' }));
  await expect(page.getByText('Approved “Neaps”')).toBeVisible();
  const { data } = await listChangeRequestComments({ client, path: request.path, throwOnError: true });
  expect(data.items).toHaveLength(1);

  await page.goto(pathOfChangeRequest(organization, request));
  await expect(page.getByText('1 of 2 required approvals').first()).toBeVisible();
  await choose(bypassName);
  await hand.write(dialog.getByLabel('Reason'), 'The harbour is closed.');
  await expectPageFits(page, page.viewportSize()?.width);
  await hand.press(dialog.getByRole('button', { name: 'Merge against the rules' }));
  await expect.poll(async () => (await fetchChangeRequest(admin, request)).status).toBe('merged');
}

test('a keyboard user plans a merge, reviews with a gathered comment, and merges against the rules @details', async ({
  organization,
  signIn,
  page,
}) => {
  await makeJourney({ organization, signIn, page, hand: byKeyboard(page) });
});

test.describe('by touch', () => {
  test.use(phone);

  test('a person plans a merge on a phone, reviews with a gathered comment, and merges against the rules @details', async ({
    organization,
    signIn,
    page,
  }) => {
    await makeJourney({ organization, signIn, page, hand: byTouch });
  });
});

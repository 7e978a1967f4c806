/** A team that is asked for a review: each of its members is, until one has reviewed. */
import type { Page } from '@playwright/test';
import { updateSpaceMergeRules } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { bellOf, latestOf, subjectsOf } from '../notifications/notices.ts';
import {
  createTestChangeRequest,
  createTestSpace,
  fetchChangeRequest,
  pathOfChangeRequest,
  readinessOf,
} from '../support/change-requests.ts';
import { mergeName, reviewersName } from '../support/names.ts';
import { createTestTeam } from '../teams/test-teams.ts';

const needsReview = (page: Page) =>
  page.getByRole('navigation', { name: 'Inbox tabs' }).getByRole('link', { name: 'Needs your review' });

test('an editor asks a team for a review, and a member of it finds it, approves and so meets the rule @details', async ({
  organization,
  signIn,
  page,
}) => {
  const editor = await organization.addPerson('edit', 'Edo Editor');
  const mate = await organization.addPerson('review', 'Mara Mate');
  const other = await organization.addPerson('review', 'Olof Other');
  const stranger = await organization.addPerson('review', 'Rita Reviewer');
  const team = await createTestTeam(organization, 'Harbour', [mate, other]);
  const spaceId = await createTestSpace(organization, 'Tide tables');
  const { client } = organization.admin;
  const body = { approvals: 1, teams: [team] };
  await updateSpaceMergeRules({ client, path: { spaceId }, body, throwOnError: true });
  const request = await createTestChangeRequest(editor, spaceId, { subject: 'Neaps' });
  const screen = pathOfChangeRequest(organization, request);

  await signIn(editor);
  await page.goto(screen);
  const reviewers = page.getByRole('region', { name: reviewersName });
  await reviewers.getByRole('button', { name: 'Request review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: reviewersName }).fill('harb');
  await dialog.getByRole('option', { name: /^Harbour/ }).click();
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Request review' }).click();
  await expect(reviewers).toContainText('Harbour');
  await expect(readinessOf(page)).toContainText('0 of 1 required approval');

  // An approval from outside of the team doesn’t count.
  await signIn(stranger);
  await page.goto(organization.path('/inbox'));
  await expect(needsReview(page)).toHaveAccessibleName('Needs your review 0');
  await page.goto(screen);
  await page.getByRole('main').getByRole('button', { name: 'Review', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Approve' }).check();
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await expect(reviewers).toContainText('Approved');
  await expect(readinessOf(page)).toContainText('0 of 1 required approval');

  await expect.poll(() => subjectsOf(other)).toEqual(['Neaps']);
  await signIn(mate);
  await page.goto(organization.path('/inbox'));
  await expect(needsReview(page)).toHaveAccessibleName('Needs your review 1');
  await bellOf(page).click();
  await latestOf(page)
    .getByRole('link', { name: /Neaps.*Edo Editor requested a review of your team/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Neaps', level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Review', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Approve' }).check();
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await expect(readinessOf(page)).not.toContainText('0 of 1 required approval');
  await page.getByRole('button', { name: mergeName, exact: true }).click();
  await dialog.getByRole('button', { name: mergeName, exact: true }).click();
  await expect.poll(async () => (await fetchChangeRequest(mate, request)).status).toBe('merged');

  // Nobody of the team is waited for any more.
  await signIn(other);
  await page.goto(organization.path('/inbox'));
  await expect(needsReview(page)).toHaveAccessibleName('Needs your review 0');
});

/** Makes notifications, and finds them in the console. */
import type { Locator, Page } from '@playwright/test';
import { listNotifications } from '#api/generated/sdk.gen.ts';
import type { NotificationState } from '#api/generated/types.gen.ts';
import { expect, type Organization, type Person } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { notificationsName } from '../support/names.ts';

export const bellOf = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });

export const latestOf = (page: Page): Locator => page.getByRole('dialog', { name: notificationsName });

/** The rows of the screen. */
export const rowsOf = (page: Page): Locator =>
  page.getByRole('table', { name: notificationsName }).locator('tbody tr');

/** The subjects of a person’s notifications, latest first. */
export async function subjectsOf(
  { client }: Person,
  state: NotificationState = 'inbox',
): Promise<readonly string[]> {
  const { data } = await listNotifications({ client, query: { state }, throwOnError: true });
  return data.items.map(({ subject }) => subject.title);
}

/** Requests the review of a person for change requests with these subjects, and waits until they are told. */
export async function requestReviewsOf(
  organization: Organization,
  reviewer: Person,
  subjects: readonly string[],
): Promise<string> {
  const spaceId = await createTestSpace(organization, 'Guides');
  for (const subject of subjects)
    await createTestChangeRequest(organization.admin, spaceId, { subject, reviewers: [reviewer] });
  await expect.poll(async () => (await subjectsOf(reviewer)).toSorted()).toEqual(subjects.toSorted());
  return spaceId;
}

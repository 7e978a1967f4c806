import {
  getNotificationSettings,
  listSubscriptions,
  updateNotificationSettings,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, type Person, test } from '../fixtures.ts';
import { breakRequests } from '../support/broken-requests.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { untilQuiet } from '../support/quiet.ts';
import { requestReviewsOf, rowsOf, subjectsOf } from './notices.ts';

const deliveriesOf = async ({ client }: Person, { id }: Organization) => ({
  all: (await getNotificationSettings({ client, throwOnError: true })).data.deliveries,
  here: (await getNotificationSettings({ client, query: { organizationId: id }, throwOnError: true })).data
    .deliveries,
});

const statesOf = async ({ client }: Person) =>
  (await listSubscriptions({ client, throwOnError: true })).data.items.map(
    ({ subject, state }) => `${subject.kind} ${state}`,
  );

test('a person chooses how notifications reach them, everywhere and in one organization', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 500/, /^500 /);
  const { admin } = organization;
  await signIn(admin);
  await page.goto(organization.path('/notifications/settings'));
  const form = page.getByRole('form', { name: 'Notification settings' });
  await expect(form.getByLabel('Mentions and replies')).toHaveValue('mail');
  await expect(form.getByLabel('Comments', { exact: true })).toHaveValue('app');
  await checkAccessibility(page);
  await form.getByLabel('Comments', { exact: true }).selectOption('Here, daily summary');
  const restore = await breakRequests(page, ['PATCH', /\/notification-settings/], 500);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByRole('alert')).toContainText('Broken by the test');
  await expect(form.getByLabel('Comments', { exact: true })).toHaveValue('daily');
  await restore();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changed notifications for all organizations')).toBeVisible();
  expect((await deliveriesOf(admin, organization)).here.comments).toBe('daily');

  // It is checked when the settings of the organization are there.
  await page.getByRole('radio', { name: organization.title }).click({ force: true });
  await expect(page.getByRole('radio', { name: organization.title })).toBeChecked();
  await expect(form.getByLabel('Comments', { exact: true })).toHaveValue('daily');
  await form.getByLabel('Comments', { exact: true }).selectOption('Off');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`Changed notifications for ${organization.title}`)).toBeVisible();
  expect(await deliveriesOf(admin, organization)).toMatchObject({
    all: { comments: 'daily' },
    here: { comments: 'off' },
  });
  await page.getByRole('button', { name: 'Use settings for all organizations' }).click();
  await expect(form.getByLabel('Comments', { exact: true })).toHaveValue('daily');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(form.getByLabel('Comments', { exact: true })).toHaveValue('off');
  await updateNotificationSettings({ client: admin.client, body: { deliveries: { comments: null } } });
});

test('a person gets summaries in the morning of where they are', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 500/, /^500 /);
  const { admin } = organization;
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const timeZoneOf = async () =>
    (await getNotificationSettings({ client: admin.client, throwOnError: true })).data.timeZone;
  await updateNotificationSettings({
    client: admin.client,
    body: { deliveries: {}, timeZone: 'Pacific/Auckland' },
  });
  await signIn(admin);
  await page.goto(organization.path('/notifications/settings'));
  await expect(page.getByText('Summaries are sent at 7:00 (Pacific/Auckland)')).toBeVisible();
  const restore = await breakRequests(page, ['PATCH', /\/notification-settings/], 500);
  await page.getByRole('button', { name: `Use ${zone}` }).click();
  await expect(page.getByRole('alert')).toContainText('Broken by the test');
  expect(await timeZoneOf()).toBe('Pacific/Auckland');
  await restore();
  await page.getByRole('button', { name: `Use ${zone}` }).click();
  await expect(page.getByText(`Summaries are sent at 7:00 (${zone})`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Use ${zone}` })).toHaveCount(0);
  expect(await timeZoneOf()).toBe(zone);
});

test('a person follows and mutes spaces, change requests and sites, and leaves them again @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 500/, /^500 /);
  const { admin } = organization;
  const spaceId = await createTestSpace(organization, 'Guides');
  const { number } = await createTestChangeRequest(admin, spaceId, { subject: 'Tides' });
  await signIn(admin);
  // The menu says what is followed, once that is known.
  const open = async (screen: string) => {
    const state = page.waitForResponse(/\/user\/subscriptions\?/);
    await page.goto(organization.path(screen));
    await state;
    await untilQuiet(page);
  };
  await open(`/spaces/${spaceId}`);
  const choose = async (name: RegExp) => {
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitemcheckbox', { name }).click();
  };
  const restore = await breakRequests(page, ['PUT', /\/subscriptions\//], 500);
  await choose(/^Follow/);
  await expect(page.getByRole('alert')).toContainText('Broken by the test');
  expect(await statesOf(admin)).toEqual([]);
  await restore();
  await choose(/^Follow/);
  await expect(page.getByText('Following “Guides”')).toBeVisible();
  expect(await statesOf(admin)).toEqual(['space following']);
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click();
  await expect(page.getByRole('menuitemcheckbox', { name: /^Follow/ })).toBeChecked();
  await page.keyboard.press('Escape');

  await open(`/spaces/${spaceId}/changes/${number}`);
  await choose(/^Mute/);
  await expect(page.getByText('Muted “Tides”')).toBeVisible();
  await page.goto(organization.path('/notifications/settings'));
  const list = page.getByRole('list', { name: 'Following and muted' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const restoreRemoval = await breakRequests(page, ['DELETE', /\/subscriptions\//], 500);
  await list.getByRole('button', { name: 'Unmute Tides #1' }).click();
  await expect(page.getByRole('alert')).toContainText('Broken by the test');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await restoreRemoval();
  await list.getByRole('button', { name: 'Unmute Tides #1' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Stop following Guides' }).click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  expect(await statesOf(admin)).toEqual([]);
});

test('a person keeps a notification that couldn’t be changed, and loses none whose answer was lost @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 500/, /^500 /, /ERR_/);
  const rita = await organization.addPerson('review');
  await requestReviewsOf(organization, rita, ['Alpha', 'Beta']);
  await signIn(rita);
  await page.goto(organization.path('/notifications'));
  const done = async (name: string) => {
    await page.getByRole('button', { name: new RegExp(`^Actions for ${name}`) }).click();
    await page.getByRole('menuitem', { name: /^Done/ }).click();
  };
  const changes = ['PATCH', /\/user\/notifications/] as const;
  const restore = await breakRequests(page, changes, 500);
  await done('Alpha');
  await expect(page.getByRole('alert')).toContainText('Broken by the test');
  await expect(rowsOf(page)).toHaveCount(2);
  expect(await subjectsOf(rita, 'done')).toEqual([]);
  await restore();
  await page.getByRole('alert').getByRole('button', { name: /again/ }).click();
  await expect(rowsOf(page)).toHaveCount(1);

  const restoreAnswers = await breakRequests(page, changes, 'lost response');
  await done('Beta');
  // It is done, which the screen learns.
  await expect(page.getByText('All clear')).toBeVisible();
  await restoreAnswers();
  expect((await subjectsOf(rita, 'done')).toSorted()).toEqual(['Alpha', 'Beta']);
});

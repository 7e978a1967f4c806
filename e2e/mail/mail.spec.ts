import {
  createChangeRequest,
  createSpace,
  getNotificationSettings,
  requestReviewers,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { receiveMail } from '../support/mails.ts';

test('an administrator sends a test mail to their own address', async ({ page, organization, signIn }) => {
  const { admin } = organization;
  await signIn(admin);
  await page.goto(organization.path('/settings/mail'));
  await expect(page.getByRole('heading', { name: 'Mail', level: 1 })).toBeVisible();
  await expect(page.getByText('Files in a folder, for development')).toBeVisible();
  await expect(page.getByLabel('Send to')).toHaveValue(admin.email);
  await page.getByLabel('Send to').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Test mail sent' })).toContainText(admin.email);
  await checkAccessibility(page);
  const mail = await receiveMail(admin.email, /Test mail/);
  expect(mail.text).toContain('Mail works');
});

test('an administrator learns why a test mail can’t be sent @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 4(00|09)/);
  await signIn(organization.admin);
  await page.goto(organization.path('/settings/mail'));
  const address = page.getByLabel('Send to');
  await address.fill('reader@demo.example');
  await page.getByRole('button', { name: 'Send test mail' }).click();
  await expect(
    page.getByText('Addresses of the demonstration never get mail. Use another one.'),
  ).toBeVisible();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('nobody');
  await page.getByRole('button', { name: 'Send test mail' }).click();
  await expect(page.getByText('Is not a valid email address.')).toBeVisible();
});

test('people who are invited get a mail @details', async ({ page, organization, signIn }) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/invite'));
  const email = `nina.newcomer.${organization.id}@press.example`;
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite people' }).click();
  await expect(page.getByText('Added 1 member')).toBeVisible();
  const mail = await receiveMail(email, /You’re invited/);
  expect(mail.text).toContain(`${organization.admin.displayName} added you`);
});

test('a reader sees that mail is for administrators @details', async ({ page, organization, signIn }) => {
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/settings/mail'));
  await expect(page.getByText(/administrator/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test mail' })).toHaveCount(0);
});

test('a reviewer confirms the address, is mailed a request, and ends such mail by one click', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const reviewer = await organization.addPerson('review');
  await signIn(reviewer);
  await page.goto('/account');
  await expect(page.getByText('Your email address isn’t confirmed')).toBeVisible();
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  const confirmation = await receiveMail(reviewer.email, /Confirm your email address/);
  await page.goto(/(\/account#confirm-email=\w+)/.exec(confirmation.text ?? '')?.[1] ?? '');
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Your email address isn’t confirmed')).toHaveCount(0);

  const { client } = admin;
  const path = { organizationId: organization.id };
  const space = (await createSpace({ client, path, body: { title: 'Handbook' }, throwOnError: true })).data;
  const inSpace = { spaceId: space.id };
  await updateSpace({ client, path: inSpace, body: { defaultLevel: 'inherit' }, throwOnError: true });
  const request = (
    await createChangeRequest({ client, path: inSpace, body: { subject: 'Fix typos' }, throwOnError: true })
  ).data;
  await requestReviewers({
    client,
    path: { ...inSpace, changeRequestId: request.id },
    body: { users: [reviewer.id] },
    throwOnError: true,
  });
  const mail = await receiveMail(reviewer.email, /Fix typos/);
  expect(mail.text).toContain(`${admin.displayName} requested your review.`);

  await page.goto(/Unsubscribe: https?:\/\/[^/]+(\/u\/\S+)/.exec(mail.text ?? '')?.[1] ?? '');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
  const { data: settings } = await getNotificationSettings({ client: reviewer.client, throwOnError: true });
  expect(settings.deliveries.requests).toBe('app');

  await signIn(admin);
  await page.goto(organization.path('/settings/mail'));
  await page.getByRole('link', { name: 'Open mail queue' }).click();
  await expect(page.getByRole('row').filter({ hasText: reviewer.email })).toContainText('Notification');
  await page.getByLabel('State').selectOption('failed');
  await expect(page.getByText('No mail matches these filters.')).toBeVisible();
  await checkAccessibility(page);
});

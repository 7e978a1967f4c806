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

test('an administrator learns why a test mail can’t be sent', async ({
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

test('people who are invited get a mail', async ({ page, organization, signIn }) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/invite'));
  const email = `nina.newcomer.${organization.id}@press.example`;
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite people' }).click();
  await expect(page.getByText('Added 1 member')).toBeVisible();
  const mail = await receiveMail(email, /You’re invited/);
  expect(mail.text).toContain(`${organization.admin.displayName} added you`);
});

test('a reader sees that mail is for administrators', async ({ page, organization, signIn }) => {
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/settings/mail'));
  await expect(page.getByText(/administrator/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test mail' })).toHaveCount(0);
});

import { createWebhook, sendWebhookTest } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';

/** Nothing answers there: names of `.example` have no address. */
const url = 'https://hooks.press.example/bindery';

test('an administrator creates a webhook, sees its secret once, tests, disables and deletes it', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/settings/webhooks'));
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByLabel('Title').fill('Build');
  await dialog.getByRole('checkbox', { name: 'Sites', exact: true }).check();
  await expect(dialog.getByText('"type": "change_request.merged"')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  const secret = page.getByRole('dialog', { name: 'Secret of “Build”' });
  await expect(secret.getByLabel('Secret', { exact: true })).toHaveText(/^whsec_/);
  await secret.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByRole('heading', { name: 'Build', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await deliveries.getByRole('link', { name: 'Test event' }).click();
  const panel = page.getByRole('dialog', { name: 'Test event' });
  await expect(panel.getByLabel('Body of the request')).toContainText('"type": "webhook.test"');
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Delivery sent again')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Disable…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click();
  await expect(page.getByText('This webhook is disabled')).toBeVisible();
  await expect(page.getByText('An administrator disabled it.')).toBeVisible();
  await expectRow(deliveries, { Event: 'Test event', State: 'Failed' });
  await page.getByRole('button', { name: 'Enable' }).first().click();
  await expect(page.getByText('This webhook is disabled')).toBeHidden();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
});

test('an administrator reads the text for a channel before it is sent, and who reads it @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createTestSpace(organization, 'Harbour *guide*');
  await signIn(organization.admin);
  await page.goto(organization.path('/settings/webhooks/new'));
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Send to').selectOption('Slack');
  await expect(dialog.getByText('Everyone in the channel reads these messages')).toBeVisible();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByLabel('Preview of').selectOption('Change requests: merged');
  await expect(preview).toContainText(
    'Ada Admin merged the change request “Example change request” in “Harbour *guide*”.',
  );
  await dialog.getByRole('radio', { name: 'Selected spaces' }).check({ force: true });
  await dialog.getByLabel('URL').fill('https://hooks.slack.example/services/secret');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Select at least one space.')).toBeVisible();
  await dialog.getByRole('option', { name: 'Harbour *guide*' }).click();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();

  await expect(page.getByRole('heading', { name: 'hooks.slack.example', level: 1 })).toBeVisible();
  await expect(page.getByText('The URL is a secret and isn’t shown.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rotate…' })).toHaveCount(0);
  await page.keyboard.press('e');
  const edit = page.getByRole('dialog', { name: 'Edit “hooks.slack.example”' });
  await expect(edit.getByLabel('New URL')).toHaveValue('');
  await edit.getByLabel('Title').fill('#reviews');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: '#reviews', level: 1 })).toBeVisible();
});

test('an administrator rotates a secret, filters deliveries and sends several again @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const request = { client, throwOnError: true as const };
  const body = { url, title: 'Mirror', events: ['site.published' as const] };
  const { data } = await createWebhook({ ...request, path, body });
  const webhookPath = { ...path, webhookId: data.id };
  await sendWebhookTest({ ...request, path: webhookPath });
  await sendWebhookTest({ ...request, path: webhookPath });
  await signIn(organization.admin);
  await page.goto(organization.path(`/settings/webhooks/${data.id}`));
  await page.getByRole('link', { name: 'Rotate…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const secret = page.getByRole('dialog', { name: 'Secret of “Mirror”' });
  await expect(secret).toContainText('The previous secret is valid until');
  await secret.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('The previous one is valid until')).toBeVisible();

  await page.getByLabel('Kind of event').selectOption('Sites: published');
  await expect(page.getByRole('heading', { name: 'No deliveries', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show all deliveries' }).click();
  const table = page.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await table.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Send again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send deliveries again' });
  await dialog.getByRole('button', { name: 'Send 2' }).click();
  await expect(dialog.getByText(/2 deliveries/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
});

test('a reader cannot see webhooks @details', async ({ page, organization, signIn }) => {
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/settings/webhooks'));
  await expect(page.getByText('Only organization administrators can do this.')).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import { createWebhook, sendWebhookTest } from '#api/generated/sdk.gen.ts';
import {
  adminRequest,
  chooseFromMenu,
  inConfirmation,
  inDialog,
  press,
  pressByKey,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

/** A webhook at an address that nothing answers. */
async function addWebhook(organization: Organization, title: string): Promise<string> {
  const body = { url: 'https://hooks.press.example/bindery', events: ['site.published' as const], title };
  return (await createWebhook({ ...adminRequest(organization), body })).data.id;
}

const webhookScreen = async (organization: Organization, title: string, rest = '') =>
  `/settings/webhooks/${await addWebhook(organization, title)}${rest}`;

const newUrl = 'https://hooks.press.example/new';
const urlField = (page: Page) => page.getByRole('dialog').getByLabel('URL', { exact: true });

/** The fault cases of webhooks. */
export const webhookCases = [
  {
    name: 'making a webhook',
    operation: 'createWebhook',
    screen: () => '/settings/webhooks/new',
    open: (page) => urlField(page).fill(newUrl),
    submit: (page) => pressByKey(page.getByRole('button', { name: 'Create webhook' })),
    expectPreserved: (page) => expect(urlField(page)).toHaveValue(newUrl),
    expectDone: (page) => expect(page.getByText('Copy the secret now. It isn’t shown again.')).toBeVisible(),
  },
  {
    name: 'changing a webhook',
    operation: 'updateWebhook',
    screen: (organization) => webhookScreen(organization, 'Build', '/edit'),
    // After an edit conflict, the button says that it overwrites.
    ...inDialog('Title (optional)', 'Nightly build', /^Save/),
  },
  {
    name: 'rotating the secret of a webhook',
    operation: 'rotateWebhookSecret',
    screen: (organization) => webhookScreen(organization, 'Deploy', '/rotate'),
    open: (page) => expect(page.getByRole('dialog')).toBeVisible(),
    submit: (page) => pressByKey(page.getByRole('button', { name: 'Rotate secret' })),
    expectPreserved: (page) => expect(page.getByRole('button', { name: 'Rotate secret' })).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Copy the secret now. It isn’t shown again.')).toBeVisible(),
  },
  {
    name: 'sending a test event',
    operation: 'sendWebhookTest',
    screen: (organization) => webhookScreen(organization, 'Alerts'),
    open: (page) => expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible(),
    submit: press('Send test event'),
    expectPreserved: (page) => expect(page.getByRole('button', { name: 'Send test event' })).toBeEnabled(),
    expectDone: (page) => expect(page.getByRole('table', { name: 'Deliveries' })).toBeVisible(),
  },
  {
    name: 'sending a delivery again',
    operation: 'resendWebhookDelivery',
    async screen(organization) {
      const webhookId = await addWebhook(organization, 'Mirror');
      const request = adminRequest(organization);
      const { data } = await sendWebhookTest({ ...request, path: { ...request.path, webhookId } });
      return `/settings/webhooks/${webhookId}?delivery=${data.id}`;
    },
    open: (page) => expect(page.getByRole('dialog', { name: 'Test event' })).toBeVisible(),
    submit: (page) => pressByKey(page.getByRole('button', { name: 'Send again' })),
    expectPreserved: (page) => expect(page.getByRole('button', { name: 'Send again' })).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Delivery sent again')).toBeVisible(),
  },
  {
    name: 'deleting a webhook',
    operation: 'deleteWebhook',
    async screen(organization) {
      await addWebhook(organization, 'Relay');
      return '/settings/webhooks';
    },
    ...inConfirmation(chooseFromMenu('Actions for Relay', 'Delete…'), 'Delete webhook'),
  },
] satisfies readonly FaultCase[];

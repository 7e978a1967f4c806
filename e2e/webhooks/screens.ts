import { everything, inOrganization, type ResolvePath, type Screen } from '../screens/screen.ts';

/** The path of a screen of a webhook that has a secret. */
const webhookPath =
  (rest: string): ResolvePath =>
  async ({ organizationId, read }) => {
    const { items } = await read(`/orgs/${organizationId}/webhooks`);
    const webhook = items.find((item) => 'url' in item) ?? items[0];
    return `/o/${organizationId}/settings/webhooks/${webhook?.id}${rest}`;
  };

export const webhookScreens = [
  {
    name: 'webhooks',
    route: '/o/$organizationId/settings/webhooks',
    path: inOrganization('/settings/webhooks'),
    expectedText: /\d webhook/,
    empty: { expectedText: 'No webhooks yet' },
    failure: everything,
  },
  {
    name: 'webhook',
    route: '/o/$organizationId/settings/webhooks/$webhookId',
    path: webhookPath(''),
    expectedText: /\d deliver/,
    empty: { expectedText: 'No deliveries yet' },
    failure: everything,
  },
  {
    name: 'webhook-new',
    route: '/o/$organizationId/settings/webhooks/new',
    path: inOrganization('/settings/webhooks/new'),
    expectedText: 'Body of the request',
    failure: null,
  },
  {
    name: 'webhook-edit',
    route: '/o/$organizationId/settings/webhooks/$webhookId/edit',
    path: webhookPath('/edit'),
    expectedText: 'Body of the request',
    failure: null,
  },
  {
    name: 'webhook-rotate',
    route: '/o/$organizationId/settings/webhooks/$webhookId/rotate',
    path: webhookPath('/rotate'),
    expectedText: 'Previous secret stays valid for',
    failure: null,
  },
] satisfies readonly Screen[];

import {
  type ApiFixture,
  callWith,
  createdId,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis, padded } from '#server/test/contract/texts.ts';
import { as, testApp } from '#server/test/test-app.ts';

const settings = { url: 'https://hooks.press.example/bindery', events: ['change_request.merged'] };

/** An organization can have 50: of those of earlier tests, the latest stay. */
async function makeRoom({ base }: ApiFixture): Promise<void> {
  const { db } = await testApp();
  const organizationId = base.split('/').at(-1) ?? '';
  const latest = db
    .selectFrom('webhooks')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(25);
  await db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', 'not in', latest)
    .execute();
}

async function webhookParams(fixture: ApiFixture): Promise<{ webhookId: string }> {
  const { admin, base } = fixture;
  await makeRoom(fixture);
  return { webhookId: await createdId(as(admin).post(`${base}/webhooks`, settings)) };
}

async function deliveryParams(fixture: ApiFixture) {
  const webhook = await webhookParams(fixture);
  const url = `${fixture.base}/webhooks/${webhook.webhookId}/test`;
  return { ...webhook, webhookDeliveryId: await createdId(as(fixture.admin).post(url)) };
}

export const webhookCases = contractCases({
  calls: {
    listWebhooks: organizationCall,
    createWebhook: async (fixture) => {
      await makeRoom(fixture);
      return { params: {}, body: settings };
    },
    getWebhook: callWith(webhookParams),
    getWebhookPreview: () => ({ params: {}, query: 'format=slack&type=change_request.merged' }),
    updateWebhook: callWith(webhookParams, { title: 'Build' }),
    deleteWebhook: callWith(webhookParams),
    rotateWebhookSecret: callWith(webhookParams, {}),
    sendWebhookTest: callWith(webhookParams),
    listWebhookDeliveries: callWith(webhookParams),
    resendWebhookDelivery: callWith(deliveryParams),
  },
  // oxfmt-ignore
  permissions: {
    //                     none bad  outs disa gues read comm edit revi crea owne admi
    listWebhooks:          [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    createWebhook:         [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    getWebhook:            [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    getWebhookPreview:     [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    updateWebhook:         [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteWebhook:         [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 204],
    rotateWebhookSecret:   [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    sendWebhookTest:       [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    listWebhookDeliveries: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    resendWebhookDelivery: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {
    listWebhooks: { addItem: webhookParams, deleteItem: ({ base }, _, id) => `${base}/webhooks/${id}` },
    listWebhookDeliveries: {
      addItem: ({ admin, base }, { params }) =>
        createdId(as(admin).post(`${base}/webhooks/${params.webhookId}/test`)),
      // Old ones are deleted by the cleanup.
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
      },
    },
  },
  limits: {
    createWebhook: {
      url: [0, 2048, padded('https://press.example/', '', ascii)],
      title: [1, 100, emojis],
    },
    updateWebhook: {
      url: [0, 2048, padded('https://press.example/', '', ascii)],
      title: [1, 100, emojis],
    },
  },
  references: [
    ['createWebhook', 'spaceId', (id) => ({ ...settings, spaces: [id] })],
    ['updateWebhook', 'spaceId', (id) => ({ spaces: [id] })],
  ],
  ids: {
    webhookId: {
      otherKind: 'teamId',
      url: ({ webhookId }, base) => `${base}/webhooks/${webhookId}`,
    },
    webhookDeliveryId: { otherKind: 'teamId', hasParent: true },
  },
  createIds: deliveryParams,
});

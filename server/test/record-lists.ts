import { newId } from '#server/database/ids.ts';
import type { Growing } from './access-lists.ts';
import type { Call, Scene } from './call-parts.ts';
import { makeSpace } from './factories.ts';
import { as, testApp } from './test-app.ts';

const body = { body: { markdown: 'Is this still so?' } };

/** The lists of custom fields and their values, of translation settings, and of what was changed. */
export function recordLists(scene: () => Scene): Record<string, Growing> {
  const fields = () => `${scene().base}/custom-fields`;
  const translations = () => `${scene().base}/translations`;
  return {
    listCustomFields: {
      grow: () => as(scene().admin).post(fields(), { name: newId().toLowerCase(), type: 'text' }),
      drop: async (_, id) => {
        const { db } = await testApp();
        const field = await db
          .selectFrom('custom_fields')
          .select('name')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await as(scene().admin).delete(`${fields()}/${field.name}`);
      },
    },
    listCustomFieldValues: {
      grow: () => makeSpace({ organizationId: scene().organization.id, title: newId() }),
      drop: (_, id) => `/v1/spaces/${id}`,
    },
    listTranslations: {
      grow: () => as(scene().admin).post(translations(), { title: 'Nederlands' }),
      drop: (_, id) => `${translations()}/${id}`,
    },
    listAuditLog: {
      grow: () => as(scene().admin).post(translations(), { title: 'Frysk' }),
      // The interface takes nothing off this list.
      drop: async (_, id) => {
        const { db } = await testApp();
        await db.deleteFrom('audit_log').where('id', '=', id).execute();
      },
    },
  };
}

/** The lists of comments and replies. */
export function discussionLists(scene: () => Scene): Record<string, Growing> {
  const below = (baseOf: (call: Call) => string): Growing => ({
    grow: (call) => as(scene().admin).post(baseOf(call), body),
    drop: (call, id) => `${baseOf(call)}/${id}`,
  });
  const onSpace = ({ params }: Call) => `/v1/spaces/${params.spaceId}`;
  const onRequest = (call: Call) => `${onSpace(call)}/change-requests/${call.params.changeRequestId}`;
  const addresses = new Map<string, string>();
  return {
    listSpaceComments: below((call) => `${onSpace(call)}/comments`),
    listSpaceCommentReplies: below((call) => `${onSpace(call)}/comments/${call.params.commentId}/replies`),
    listChangeRequestComments: below((call) => `${onRequest(call)}/comments`),
    listChangeRequestCommentReplies: below(
      (call) => `${onRequest(call)}/comments/${call.params.commentId}/replies`,
    ),
    listOrganizationComments: {
      grow: async () => {
        const { id: spaceId } = await makeSpace({ organizationId: scene().organization.id });
        const base = `/v1/spaces/${spaceId}/comments`;
        const answer = await as(scene().admin).post(base, body);
        addresses.set(answer.body.id, `${base}/${answer.body.id}`);
      },
      drop: (_, id) => addresses.get(id) ?? '',
    },
  };
}

import { newId } from '#server/database/ids.ts';
import type { ListFixture } from './access-lists.ts';
import type { Call, ApiFixture } from './call-parts.ts';
import { makeSpace } from './factories.ts';
import { as, testApp } from './test-app.ts';

const body = { body: { markdown: 'Is this still so?' } };

/** The lists of custom fields and their values, of translation settings, and of what was changed. */
export function recordLists(fixture: () => ApiFixture): Record<string, ListFixture> {
  const fields = () => `${fixture().base}/custom-fields`;
  const translations = () => `${fixture().base}/translations`;
  return {
    listCustomFields: {
      addItem: () => as(fixture().admin).post(fields(), { name: newId().toLowerCase(), type: 'text' }),
      deleteItem: async (_, id) => {
        const { db } = await testApp();
        const field = await db
          .selectFrom('custom_fields')
          .select('name')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await as(fixture().admin).delete(`${fields()}/${field.name}`);
      },
    },
    listCustomFieldValues: {
      addItem: () => makeSpace({ organizationId: fixture().organization.id, title: newId() }),
      deleteItem: (_, id) => `/v1/spaces/${id}`,
    },
    listTranslations: {
      addItem: () => as(fixture().admin).post(translations(), { title: 'Nederlands' }),
      deleteItem: (_, id) => `${translations()}/${id}`,
    },
    listAuditLog: {
      addItem: () => as(fixture().admin).post(translations(), { title: 'Frysk' }),
      // The interface takes nothing off this list.
      deleteItem: async (_, id) => {
        const { db } = await testApp();
        await db.deleteFrom('audit_log').where('id', '=', id).execute();
      },
    },
  };
}

/** The lists of comments and replies. */
export function discussionLists(fixture: () => ApiFixture): Record<string, ListFixture> {
  const below = (baseOf: (call: Call) => string): ListFixture => ({
    addItem: (call) => as(fixture().admin).post(baseOf(call), body),
    deleteItem: (call, id) => `${baseOf(call)}/${id}`,
  });
  const onSpace = ({ params }: Call) => `/v1/spaces/${params.spaceId}`;
  const onRequest = (call: Call) => `${onSpace(call)}/change-requests/${call.params.changeRequestId}`;
  const urls = new Map<string, string>();
  return {
    listSpaceComments: below((call) => `${onSpace(call)}/comments`),
    listSpaceCommentReplies: below((call) => `${onSpace(call)}/comments/${call.params.commentId}/replies`),
    listChangeRequestComments: below((call) => `${onRequest(call)}/comments`),
    listChangeRequestCommentReplies: below(
      (call) => `${onRequest(call)}/comments/${call.params.commentId}/replies`,
    ),
    listOrganizationComments: {
      addItem: async () => {
        const { id: spaceId } = await makeSpace({ organizationId: fixture().organization.id });
        const base = `/v1/spaces/${spaceId}/comments`;
        const answer = await as(fixture().admin).post(base, body);
        urls.set(answer.body.id, `${base}/${answer.body.id}`);
      },
      deleteItem: (_, id) => urls.get(id) ?? '',
    },
  };
}

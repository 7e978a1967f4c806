import { requireRevision } from '#server/content/revisions.ts';
import type { StoredFileRef } from '#server/content/storage.ts';
import { forgetFigures } from '#server/remembered.ts';
import type { ListFixture } from './access-lists.ts';
import type { Call, ApiFixture } from './call-parts.ts';
import { makeChangeRequest, makeFile } from './content-factories.ts';
import { makeMember, makeSpace } from './factories.ts';
import { as, testApp } from './test-app.ts';

/** Changes the list of files in the newest revision of a space or a change request. */
async function rewriteFiles(
  { params: { spaceId = '', changeRequestId } }: Call,
  edit: (files: StoredFileRef[]) => StoredFileRef[],
): Promise<void> {
  const { db } = await testApp();
  const table = changeRequestId === undefined ? 'spaces' : 'change_requests';
  const holder = db
    .selectFrom(table)
    .select('revision_id')
    .where('id', '=', changeRequestId ?? spaceId);
  const { revision_id: id } = await holder.executeTakeFirstOrThrow();
  const { files } = await requireRevision(db, spaceId, id);
  await db
    .updateTable('revisions')
    .set({ files: JSON.stringify(edit(files)) })
    .where('id', '=', id)
    .execute();
}

/** Changes who is remembered as having worked on a change request. */
async function changeContributors(
  { params: { changeRequestId = '' } }: Call,
  edit: (ids: string[]) => string[],
): Promise<void> {
  const { db } = await testApp();
  const { contributors } = await db
    .selectFrom('change_requests')
    .select('contributors')
    .where('id', '=', changeRequestId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('change_requests')
    .set({ contributors: edit(contributors) })
    .where('id', '=', changeRequestId)
    .execute();
}

const urlOf = ({ params }: Call) => `/v1/spaces/${params.spaceId}/change-requests/${params.changeRequestId}`;

const files: ListFixture = {
  addItem: async (call) => {
    const file = await makeFile(call.params.spaceId ?? '');
    await rewriteFiles(call, (present) => [...present, file]);
  },
  deleteItem: (call, id) => rewriteFiles(call, (present) => present.filter((file) => file.id !== id)),
};

/** The lists of change requests, and of the files of a base. */
export function changeRequestLists(fixture: () => ApiFixture): Record<string, ListFixture> {
  return {
    listChangeRequests: {
      addItem: ({ params: { spaceId = '' } }) => makeChangeRequest(spaceId),
      deleteItem: async (_, id) => {
        const { db } = await testApp();
        await db.updateTable('change_requests').set({ status: 'archived' }).where('id', '=', id).execute();
        forgetFigures(fixture().organization.id);
      },
    },
    listOrganizationChangeRequests: {
      addItem: async () => {
        const { id } = await makeSpace({ organizationId: fixture().organization.id });
        await makeChangeRequest(id);
      },
      deleteItem: async (_, id) => {
        const { db } = await testApp();
        await db.deleteFrom('change_requests').where('id', '=', id).execute();
        forgetFigures(fixture().organization.id);
      },
    },
    listContributors: {
      addItem: async (call) => {
        const { id } = await makeMember({ organizationId: fixture().organization.id });
        await changeContributors(call, (ids) => [...ids, id]);
      },
      deleteItem: (call, id) => changeContributors(call, (ids) => ids.filter((one) => one !== id)),
    },
    listReviews: {
      addItem: (call) => as(fixture().admin).post(`${urlOf(call)}/reviews`, { status: 'approved' }),
      deleteItem: async (_, id) => {
        const { db } = await testApp();
        await db.deleteFrom('reviews').where('id', '=', id).execute();
      },
    },
    listRequestedReviewers: {
      addItem: async (call) => {
        const { id } = await makeMember({ organizationId: fixture().organization.id });
        await as(fixture().admin).post(`${urlOf(call)}/requested-reviewers`, { users: [id] });
      },
      deleteItem: (call, id) => `${urlOf(call)}/requested-reviewers/${id}`,
    },
    listSpaceFiles: files,
    listChangeRequestFiles: files,
  };
}

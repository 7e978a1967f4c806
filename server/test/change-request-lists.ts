import { requireRevision } from '#server/content/revisions.ts';
import type { StoredFileRef } from '#server/content/storage.ts';
import { forgetFigures } from '#server/remembered.ts';
import type { Growing } from './access-lists.ts';
import type { Call, Scene } from './call-parts.ts';
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

const files: Growing = {
  grow: async (call) => {
    const file = await makeFile(call.params.spaceId ?? '');
    await rewriteFiles(call, (present) => [...present, file]);
  },
  drop: (call, id) => rewriteFiles(call, (present) => present.filter((file) => file.id !== id)),
};

/** The lists of change requests, and of the files of a base. */
export function changeRequestLists(scene: () => Scene): Record<string, Growing> {
  return {
    listChangeRequests: {
      grow: ({ params: { spaceId = '' } }) => makeChangeRequest(spaceId),
      drop: async (_, id) => {
        const { db } = await testApp();
        await db.updateTable('change_requests').set({ status: 'archived' }).where('id', '=', id).execute();
        forgetFigures(scene().organization.id);
      },
    },
    listOrganizationChangeRequests: {
      grow: async () => {
        const { id } = await makeSpace({ organizationId: scene().organization.id });
        await makeChangeRequest(id);
      },
      drop: async (_, id) => {
        const { db } = await testApp();
        await db.deleteFrom('change_requests').where('id', '=', id).execute();
        forgetFigures(scene().organization.id);
      },
    },
    listContributors: {
      grow: async (call) => {
        const { id } = await makeMember({ organizationId: scene().organization.id });
        await changeContributors(call, (ids) => [...ids, id]);
      },
      drop: (call, id) => changeContributors(call, (ids) => ids.filter((one) => one !== id)),
    },
    listReviews: {
      grow: (call) => as(scene().admin).post(`${urlOf(call)}/reviews`, { status: 'approved' }),
      drop: async (_, id) => {
        const { db } = await testApp();
        await db.deleteFrom('reviews').where('id', '=', id).execute();
      },
    },
    listRequestedReviewers: {
      grow: async (call) => {
        const { id } = await makeMember({ organizationId: scene().organization.id });
        await as(scene().admin).post(`${urlOf(call)}/requested-reviewers`, { users: [id] });
      },
      drop: (call, id) => `${urlOf(call)}/requested-reviewers/${id}`,
    },
    listSpaceFiles: files,
    listChangeRequestFiles: files,
  };
}

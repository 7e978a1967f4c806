import { getRevision } from '#server/content/revisions.ts';
import type { StoredFileRef } from '#server/content/storage.ts';
import { createFile } from '#server/test/content-factories.ts';
import { type Call, contentCall } from '#server/test/contract/call-factories.ts';
import { contractCases, type ListFixture } from '#server/test/contract/contract-cases.ts';
import { testApp } from '#server/test/test-app.ts';

/** Edits the file list in the current revision of a space or a change request. */
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
  const { files } = await getRevision(db, spaceId, id);
  await db
    .updateTable('revisions')
    .set({ files: JSON.stringify(edit(files)) })
    .where('id', '=', id)
    .execute();
}

const fileList: ListFixture = {
  addItem: async (_, call) => {
    const file = await createFile(call.params.spaceId ?? '');
    await rewriteFiles(call, (present) => [...present, file]);
  },
  deleteItem: (_, call, id) => rewriteFiles(call, (present) => present.filter((file) => file.id !== id)),
};

export const contentCases = contractCases({
  calls: {
    getSpaceContent: contentCall(['spaceId']),
    listSpacePages: contentCall(['spaceId']),
    listSpaceFiles: contentCall(['spaceId']),
    getSpaceFile: contentCall(['spaceId', 'fileId']),
    getSpacePage: contentCall(['spaceId', 'pageId']),
    getChangeRequestContent: contentCall(['spaceId', 'changeRequestId']),
    listChangeRequestPages: contentCall(['spaceId', 'changeRequestId']),
    listChangeRequestFiles: contentCall(['spaceId', 'changeRequestId']),
    getChangeRequestFile: contentCall(['spaceId', 'changeRequestId', 'fileId']),
    getChangeRequestPage: contentCall(['spaceId', 'changeRequestId', 'pageId']),
  },
  // oxfmt-ignore
  permissions: {
    //                       none bad  outs disa gues read comm edit revi crea owne admi
    getSpaceContent:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listSpacePages:          [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listSpaceFiles:          [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSpaceFile:            [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSpacePage:            [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getChangeRequestContent: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listChangeRequestPages:  [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listChangeRequestFiles:  [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getChangeRequestFile:    [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getChangeRequestPage:    [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: { listSpaceFiles: fileList, listChangeRequestFiles: fileList },
  ids: {
    pageId: { otherKind: 'fileId', hasParent: true },
    fileId: { otherKind: 'pageId', hasParent: true },
  },
});

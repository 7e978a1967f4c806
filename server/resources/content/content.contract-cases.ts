import { newId } from '#server/base/ids.ts';
import { textIdsOf } from '#server/content/pages/page-tree.ts';
import {
  documentIdOf,
  type StoredFileRef,
  type StoredReusableContent,
} from '#server/content/pages/storage.ts';
import { loadTextLinks } from '#server/content/stored/parsed-texts.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import { createFile } from '#server/test/content-factories.ts';
import { type Call, type CallFactory, contentCall } from '#server/test/contract/call-factories.ts';
import { contractCases, type ListFixture } from '#server/test/contract/contract-cases.ts';
import { testApp } from '#server/test/test-app.ts';

/** The current revision of a space or a change request. */
async function revisionIdOf({ spaceId = '', changeRequestId }: Call['params']): Promise<string> {
  const { db } = await testApp();
  const table = changeRequestId === undefined ? 'spaces' : 'change_requests';
  const { revision_id: id } = await db
    .selectFrom(table)
    .select('revision_id')
    .where('id', '=', changeRequestId ?? spaceId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Edits the file list in the current revision of a space or a change request. */
async function rewriteFiles(
  { params: { spaceId = '', changeRequestId } }: Call,
  edit: (files: StoredFileRef[]) => StoredFileRef[],
): Promise<void> {
  const { db } = await testApp();
  const id = await revisionIdOf({ spaceId, ...(changeRequestId !== undefined && { changeRequestId }) });
  const { files } = await getRevision(db, spaceId, id);
  await db
    .updateTable('revision_rows')
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

/** A page by its path, below a space or a change request. */
const pathCall =
  (names: Parameters<typeof contentCall>[0]): CallFactory =>
  async (fixture) => {
    const { params } = await contentCall(names)(fixture);
    const { db } = await testApp();
    const { pages } = await getRevision(db, params.spaceId ?? '', await revisionIdOf(params));
    return { params: { ...params, pagePath: pages[0]?.path ?? '' } };
  };

/** Adds a reusable content to the current revision of a space or a change request; returns its id. */
async function addReusableContent(call: Call): Promise<string> {
  const id = newId();
  // What is known of the texts is not asked for again, whoever asked before.
  const { db } = await testApp();
  const { pages } = await getRevision(db, call.params.spaceId ?? '', await revisionIdOf(call.params));
  await loadTextLinks(db, [documentIdOf(''), ...textIdsOf(pages)]);
  await rewriteReusable(call, (items) => [
    ...items,
    { id, title: 'Legal note', documentId: documentIdOf('') },
  ]);
  return id;
}

async function rewriteReusable(
  { params: { spaceId = '', changeRequestId } }: Call,
  edit: (items: StoredReusableContent[]) => StoredReusableContent[],
): Promise<void> {
  const { db } = await testApp();
  const id = await revisionIdOf({ spaceId, ...(changeRequestId !== undefined && { changeRequestId }) });
  const { reusableContents } = await getRevision(db, spaceId, id);
  await db
    .updateTable('revision_rows')
    .set({ reusable_contents: JSON.stringify(edit(reusableContents)) })
    .where('id', '=', id)
    .execute();
}

const reusableList: ListFixture = {
  addItem: async (_, call) => {
    await addReusableContent(call);
  },
  deleteItem: (_, call, id) => rewriteReusable(call, (items) => items.filter((item) => item.id !== id)),
};

/** A reusable content of a space or a change request. */
const reusableCall =
  (names: Parameters<typeof contentCall>[0]): CallFactory =>
  async (fixture) => {
    const call = await contentCall(names)(fixture);
    return { params: { ...call.params, reusableContentId: await addReusableContent(call) } };
  };

export const contentCases = contractCases({
  calls: {
    listSpaceReusableContents: contentCall(['spaceId']),
    listChangeRequestReusableContents: contentCall(['spaceId', 'changeRequestId']),
    getSpaceReusableContent: reusableCall(['spaceId']),
    getChangeRequestReusableContent: reusableCall(['spaceId', 'changeRequestId']),
    getRevisionReusableContent: reusableCall(['spaceId', 'revisionId']),
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
    exportSpaceContent: contentCall(['spaceId']),
    exportChangeRequestContent: contentCall(['spaceId', 'changeRequestId']),
    highlightCode: contentCall(['spaceId'], { blocks: [{ language: 'json', code: '{"light": true}' }] }),
    getSpacePageByPath: pathCall(['spaceId']),
    getChangeRequestPageByPath: pathCall(['spaceId', 'changeRequestId']),
  },
  // oxfmt-ignore
  permissions: {
    //                       none bad  outs disa gues read comm edit revi crea owne admi
    listSpaceReusableContents: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listChangeRequestReusableContents: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSpaceReusableContent: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getChangeRequestReusableContent: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getRevisionReusableContent: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
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
    exportSpaceContent:      [401, 401, 404, 403, 404, 201, 201, 201, 201, 201, 201, 201],
    exportChangeRequestContent: [401, 401, 404, 403, 404, 201, 201, 201, 201, 201, 201, 201],
    highlightCode:           [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getSpacePageByPath:      [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getChangeRequestPageByPath: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listSpaceFiles: fileList,
    listChangeRequestFiles: fileList,
    listSpaceReusableContents: reusableList,
    listChangeRequestReusableContents: reusableList,
  },
  // Nothing of it is stored.
  exceptions: { highlightCode: { isUnaudited: true } },
  ids: {
    pageId: { otherKind: 'fileId', hasParent: true },
    fileId: { otherKind: 'pageId', hasParent: true },
    reusableContentId: { otherKind: 'pageId', hasParent: true },
  },
});

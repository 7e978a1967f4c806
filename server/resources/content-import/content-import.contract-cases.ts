import {
  type ApiFixture,
  type CallFactory,
  contentCall,
  createdId,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { as, testApp } from '#server/test/test-app.ts';

const publishSource = () =>
  publishPage('https://imports.example/page', '<title>Tides</title><p>High and low.</p>');

const importCall =
  (names: Parameters<typeof contentCall>[0]): CallFactory =>
  (fixture) =>
    contentCall(names, { url: publishSource(), source: 'html' })(fixture);

/** An import of the administrator that is done, or that waits for choices. */
const importParams =
  (body: object = {}) =>
  async ({ admin, base }: ApiFixture) => {
    const response = await as(admin).post(`${base}/imports`, {
      url: publishSource(),
      source: 'html',
      ...body,
    });
    return { importId: String(response.body.id) };
  };

const uploadParams = async ({ admin, base }: ApiFixture) => ({
  uploadId: await createdId(as(admin).post(`${base}/import-uploads`, { name: 'docs.zip', size: 10 })),
});

/** Nothing in the API deletes them. */
async function deleteImport(id: string): Promise<void> {
  const { db } = await testApp();
  await db.deleteFrom('content_imports').where('id', '=', id).execute();
}

async function deleteEntry(id: string): Promise<void> {
  const { db } = await testApp();
  await db.deleteFrom('import_entries').where('position', '=', Number(id)).execute();
}

let entries = 0;
async function addEntry(importId: string): Promise<void> {
  const { db } = await testApp();
  entries += 1;
  await db
    .insertInto('import_entries')
    .values({
      import_id: importId,
      position: entries,
      path: `page-${entries}.md`,
      kind: 'changed',
      message: 'Its title was shortened.',
      line: null,
    })
    .execute();
}

async function addChange(importId: string): Promise<string> {
  const { db } = await testApp();
  entries += 1;
  const page = { id: `page-${entries}`, title: 'Tides', path: 'tides', type: 'document', attributes: [] };
  await db
    .insertInto('import_changes')
    .values({
      import_id: importId,
      position: entries,
      change: JSON.stringify({ type: 'page_created', page }),
      document_id: null,
      text: 'High and low.',
    })
    .execute();
  return String(entries);
}

async function deleteChange(id: string): Promise<void> {
  const { db } = await testApp();
  await db.deleteFrom('import_changes').where('position', '=', Number(id)).execute();
}

const changeParams = async (fixture: ApiFixture) => {
  const { importId } = await importParams({ plan: true })(fixture);
  return { importId, changeId: await addChange(importId) };
};

export const contentImportCases = contractCases({
  calls: {
    importSpaceContent: importCall(['spaceId']),
    importChangeRequestContent: importCall(['spaceId', 'changeRequestId']),
    importOrganizationContent: () => ({ params: {}, body: { url: publishSource() } }),
    createImportUpload: () => ({ params: {}, body: { name: 'docs.zip', size: 10 } }),
    getImportUpload: async (fixture) => ({ params: await uploadParams(fixture) }),
    listImports: async (fixture) => {
      await importParams()(fixture);
      return { params: {} };
    },
    getImport: async (fixture) => ({ params: await importParams()(fixture) }),
    applyImport: async (fixture) => ({ params: await importParams({ plan: true })(fixture), body: {} }),
    cancelImport: async (fixture) => ({ params: await importParams({ plan: true })(fixture) }),
    listImportReport: async (fixture) => ({ params: await importParams()(fixture) }),
    listImportChanges: async (fixture) => ({ params: await importParams({ plan: true })(fixture) }),
    getImportChangeTexts: async (fixture) => ({ params: await changeParams(fixture) }),
  },
  // oxfmt-ignore
  permissions: {
    //                          none bad  outs disa gues read comm edit revi crea owne admi
    importSpaceContent:         [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    importChangeRequestContent: [401, 401, 404, 403, 404, 403, 403, 201, 201, 201, 403, 201],
    importOrganizationContent:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 201, 403, 201],
    createImportUpload:         [401, 401, 404, 403, 403, 403, 403, 201, 201, 201, 403, 201],
    getImportUpload:            [401, 401, 404, 403, 404, 404, 404, 404, 404, 404, 404, 200],
    listImports:                [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    getImport:                  [401, 401, 404, 403, 404, 404, 404, 404, 404, 404, 404, 200],
    applyImport:                [401, 401, 404, 403, 404, 404, 404, 404, 404, 404, 404, 202],
    cancelImport:               [401, 401, 404, 403, 404, 404, 404, 404, 404, 404, 404, 205],
    listImportReport:           [401, 401, 404, 403, 404, 404, 404, 404, 404, 404, 404, 200],
    listImportChanges:          [401, 401, 404, 403, 404, 404, 404, 404, 404, 404, 404, 200],
    getImportChangeTexts:       [401, 401, 404, 403, 404, 404, 404, 404, 404, 404, 404, 200],
  },
  lists: {
    listImports: {
      addItem: importParams(),
      deleteItem: (_, __, id) => deleteImport(id),
    },
    listImportReport: {
      addItem: (_, { params }) => addEntry(params.importId ?? ''),
      deleteItem: (_, __, id) => deleteEntry(id),
    },
    listImportChanges: {
      addItem: (_, { params }) => addChange(params.importId ?? '').then(() => {}),
      deleteItem: (_, __, id) => deleteChange(id),
    },
  },
  ids: {
    importId: { otherKind: 'spaceId', isKeptWhenUnknown: true },
    uploadId: { otherKind: 'spaceId', isKeptWhenUnknown: true },
    changeId: { otherKind: 'spaceId', isKeptWhenUnknown: true },
  },
  limits: { createImportUpload: { name: [1, 1024, emojis] } },
  exceptions: {
    createImportUpload: { isUnaudited: true },
    cancelImport: { isUnaudited: true },
  },
  createIds: async (fixture) => ({ ...(await changeParams(fixture)), ...(await uploadParams(fixture)) }),
});

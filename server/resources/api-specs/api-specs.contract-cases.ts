import { newId } from '#server/base/ids.ts';
import { processSpec } from '#server/resources/api-specs/process-spec.ts';
import {
  type ApiFixture,
  type Call,
  callWith,
  createdId,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii } from '#server/test/contract/texts.ts';
import { testFetcher } from '#server/test/fake-web.ts';
import { as, testApp } from '#server/test/test-app.ts';

export const SPEC_TEXT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Tides', version: '1' },
  paths: {},
});

/** An API specification with one version. */
async function apiSpecParams({ admin, base }: ApiFixture): Promise<{ specSlug: string; versionId: string }> {
  const slug = `spec-${newId().toLowerCase()}`;
  const id = await createdId(as(admin).post(`${base}/openapi`, { slug, source: { text: SPEC_TEXT } }));
  const { db, clock } = await testApp();
  await processSpec(db, id, { fetcher: testFetcher, now: clock.now() });
  const { body } = await as(admin).get(`${base}/openapi/${slug}`);
  return { specSlug: slug, versionId: body.lastVersion };
}

async function addVersion({ params: { specSlug = '' } }: Call): Promise<void> {
  const { db } = await testApp();
  const { id } = await db
    .selectFrom('api_specs')
    .select('id')
    .where('slug', '=', specSlug)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('api_spec_versions')
    .values({ id: newId(), api_spec_id: id, content_hash: newId(), filesystem: '{}' })
    .execute();
}

/** Specifications are addressed by slug, and versions are only deleted with their specification. */
async function deleteRow(table: 'api_specs' | 'api_spec_versions', id: string): Promise<void> {
  const { db } = await testApp();
  await db.deleteFrom(table).where('id', '=', id).execute();
}

export const apiSpecCases = contractCases({
  calls: {
    listApiSpecs: organizationCall,
    createApiSpec: () => ({
      params: {},
      body: { slug: `spec-${newId().toLowerCase()}`, source: { text: SPEC_TEXT } },
    }),
    getApiSpec: callWith(apiSpecParams),
    putApiSpec: callWith(apiSpecParams, { source: { url: 'https://tides.example/openapi.json' } }),
    deleteApiSpec: callWith(apiSpecParams),
    listApiSpecVersions: callWith(apiSpecParams),
    getLatestApiSpecVersion: callWith(apiSpecParams),
    getLatestApiSpecContent: callWith(apiSpecParams),
    getApiSpecVersion: callWith(apiSpecParams),
    getApiSpecContent: callWith(apiSpecParams),
  },
  // oxfmt-ignore
  permissions: {
    //                       none bad  outs disa gues read comm edit revi crea owne admi
    listApiSpecs:            [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    createApiSpec:           [401, 401, 404, 403, 403, 403, 403, 403, 403, 201, 403, 201],
    getApiSpec:              [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    putApiSpec:              [401, 401, 404, 403, 403, 403, 403, 403, 403, 200, 403, 200],
    deleteApiSpec:           [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    listApiSpecVersions:     [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getLatestApiSpecVersion: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getLatestApiSpecContent: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getApiSpecVersion:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    getApiSpecContent:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listApiSpecs: {
      addItem: (fixture) => apiSpecParams(fixture),
      deleteItem: (_fixture, _call, id) => deleteRow('api_specs', id),
    },
    listApiSpecVersions: {
      addItem: (_, call) => addVersion(call),
      deleteItem: (_fixture, _call, id) => deleteRow('api_spec_versions', id),
    },
  },
  limits: {
    createApiSpec: { slug: [1, 100, ascii] },
  },
  exceptions: {
    putApiSpec: { unknownIds: { specSlug: 'created' } },
  },
  ids: {
    specSlug: { otherKind: 'fieldName', url: ({ specSlug }, base) => `${base}/openapi/${specSlug}` },
    versionId: { otherKind: 'specSlug', hasParent: true },
  },
  createIds: apiSpecParams,
});

import { newId } from '#server/database/ids.ts';
import { processSpec } from '#server/resources/api-specs/process-spec.ts';
import { type CallFactory, callWith, createdId, organizationCall, type ApiFixture } from './call-parts.ts';
import { as, testApp } from './test-app.ts';
import { testFetcher } from './web.ts';

/** A small specification. */
export const SPEC_TEXT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Tides', version: '1' },
  paths: {},
});

/** An API specification with one version. */
export async function apiSpecParams({
  admin,
  base,
}: ApiFixture): Promise<{ specSlug: string; versionId: string }> {
  const slug = `spec-${newId().toLowerCase()}`;
  const id = await createdId(as(admin).post(`${base}/openapi`, { slug, source: { text: SPEC_TEXT } }));
  const { db, clock } = await testApp();
  await processSpec(db, id, { fetcher: testFetcher, now: clock.now() });
  const { body } = await as(admin).get(`${base}/openapi/${slug}`);
  return { specSlug: slug, versionId: body.lastVersion };
}

/** Calls of the operations on API specifications. */
export const API_SPEC_CALLS = {
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
} satisfies Record<string, CallFactory>;

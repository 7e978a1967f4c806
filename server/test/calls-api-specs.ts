import { newId } from '#server/database/ids.ts';
import { processSpec } from '#server/resources/api-specs/process-spec.ts';
import { type Arrange, at, created, nothing, type Scene } from './call-parts.ts';
import { as, testApp } from './test-app.ts';
import { testFetcher } from './web.ts';

/** A small specification. */
export const SPEC_TEXT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Tides', version: '1' },
  paths: {},
});

/** An API specification with one version. */
export async function apiSpec({ admin, base }: Scene): Promise<{ specSlug: string; versionId: string }> {
  const slug = `spec-${newId().toLowerCase()}`;
  const id = await created(as(admin).post(`${base}/openapi`, { slug, source: { text: SPEC_TEXT } }));
  const { db, clock } = await testApp();
  await processSpec(db, id, { fetcher: testFetcher, now: clock.now() });
  const { body } = await as(admin).get(`${base}/openapi/${slug}`);
  return { specSlug: slug, versionId: body.lastVersion };
}

/** Calls of the operations on API specifications. */
export const API_SPEC_CALLS = {
  listApiSpecs: nothing,
  createApiSpec: () => ({
    params: {},
    body: { slug: `spec-${newId().toLowerCase()}`, source: { text: SPEC_TEXT } },
  }),
  getApiSpec: at(apiSpec),
  putApiSpec: at(apiSpec, { source: { url: 'https://tides.example/openapi.json' } }),
  deleteApiSpec: at(apiSpec),
  listApiSpecVersions: at(apiSpec),
  getLatestApiSpecVersion: at(apiSpec),
  getLatestApiSpecContent: at(apiSpec),
  getApiSpecVersion: at(apiSpec),
  getApiSpecContent: at(apiSpec),
} satisfies Record<string, Arrange>;

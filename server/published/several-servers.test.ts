import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { computedPage, createApiSpec } from '#server/test/content-factories.ts';
import { type Read, SiteModel, stepArbitrary } from '#server/test/model/published-site-model.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { inject } from '#server/test/processes/round-robin.ts';
import { SecondServer } from '#server/test/processes/second-server.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { sharedDatabaseUrl, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
/** Servers with memories of their own on one database; on the embedded engine there is only one. */
let servers: Read[];
let otherServer: SecondServer | undefined;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const { app } = await testApp();
  const url = await sharedDatabaseUrl();
  // Nothing is delivered to it before it is asked: what it answers is what it reads.
  otherServer = url === undefined ? undefined : await SecondServer.start(url);
  await otherServer?.ready();
  const requestOf = (path: string, headers: Record<string, string>) =>
    ({ method: 'GET', url: path, headers: { accept: 'text/html', ...headers } }) as const;
  servers = [(path, headers = {}) => inject(app, requestOf(path, headers))];
  const second = otherServer;
  if (second) servers.push((path, headers = {}) => second.request(requestOf(path, headers)));
});
afterAll(() => otherServer?.stop());

describe('a published site on several servers', () => {
  it('never shows an older state than the acknowledged one', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 10 }), async (steps) => {
        const model = await SiteModel.open(w, servers);
        for (const step of steps) {
          // Their statements run while the change is made: who asks afterwards must not get what they read.
          const before = model.readAll();
          await model.take(step);
          const during = model.readAll();
          await model.check();
          await Promise.all([before, during]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('never shows an older API reference than that of the acknowledged version', async () => {
    const { db } = await testApp();
    const site = await SiteEditor.open(w, { title: 'Gulls', published: true });
    const slug = `gulls-${newId().toLowerCase()}`;
    const documentOf = (summary: string) => ({
      openapi: '3.1.0',
      paths: { '/gulls': { get: { operationId: 'listGulls', summary } } },
    });
    const spec = await createApiSpec(w.organization.id, slug, documentOf('List gulls 0'));
    await site.addSection('Guide');
    await site.write('Guide/Guide', [{ title: 'Gulls', text: 'All calls.\n', ...computedPage(slug) }]);
    const path = `/published/${w.organization.id}/${site.id}/`;
    for (let count = 1; count <= 4; count += 1) {
      // Some readers come while the version is written, others before its reference is stored.
      const before = servers.map((read) => read(path));
      const id = newId();
      const filesystem = JSON.stringify({ 'openapi.json': documentOf(`List gulls ${count}`) });
      await db
        .insertInto('api_spec_versions')
        .values({ id, api_spec_id: spec.id, content_hash: id, filesystem })
        .execute();
      await db.updateTable('api_specs').set({ last_version_id: id }).where('id', '=', spec.id).execute();
      const after = await Promise.all(servers.flatMap((read) => [read(path), read(path)]));
      for (const { body } of after) expect(body).toContain(`List gulls ${count}`);
      await Promise.all(before);
    }
  });
});

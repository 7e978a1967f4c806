import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { referenceJobs } from '#server/published/pages/write-references.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createToken } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { seedDemonstration } from './demonstration.ts';
import { seedId } from './model/seed-ids.ts';

const base = `/v1/orgs/${seedId('organization', 'skerry')}`;

beforeAll(async () => {
  const { db } = await testApp();
  await inTransaction(db, (trx) => seedDemonstration(trx, { now: new Date() }));
});

/** Sends requests as a person of the demonstration. */
async function asPerson(key: string) {
  return as({ token: await createToken(seedId('person', key)) });
}

/** All items of a list; the app validates every response against the contract. */
async function list(sender: ReturnType<typeof as>, path: string): Promise<Record<string, string>[]> {
  const { status, body } = await sender.get(`${path}${path.includes('?') ? '&' : '?'}limit=1000`);
  expect({ path, status }).toEqual({ path, status: 200 });
  expect(body.items).toHaveLength(body.count);
  return body.items;
}

describe('the demonstration through the API', () => {
  it('is returned to its administrator as the contract says', async () => {
    const admin = await asPerson('admin');
    expect((await list(admin, '/v1/orgs')).map(({ title }) => title).toSorted()).toEqual([
      'Open Gauge Foundation',
      'Skerry Instruments',
    ]);
    for (const noun of ['members', 'teams', 'collections', 'spaces', 'link-invites', 'sites']) {
      expect((await list(admin, `${base}/${noun}`)).length).toBeGreaterThan(3);
    }
    expect(await list(admin, `${base}/spaces?deleted=true`)).toHaveLength(3);
    for (const { id } of await list(admin, `${base}/teams`)) await list(admin, `${base}/teams/${id}/members`);
    for (const { id } of await list(admin, `${base}/collections`))
      await list(admin, `/v1/collections/${id}/spaces`);
    for (const { id } of await list(admin, `${base}/spaces`)) {
      expect((await admin.get(`/v1/spaces/${id}`)).status).toBe(200);
    }
  });

  it('has its API references before anybody reads them, written in the background', async () => {
    const { db, clock } = await testApp();
    const rows = await db
      .selectFrom('search_pages')
      .innerJoin('api_specs', 'api_specs.slug', 'search_pages.spec')
      .innerJoin('site_spaces', 'site_spaces.space_id', 'search_pages.space_id')
      .innerJoin('sites', 'sites.id', 'site_spaces.site_id')
      .where('api_specs.organization_id', '=', seedId('organization', 'skerry'))
      .where('sites.published', '=', true)
      .select((column) => column.ref('api_specs.last_version_id').$notNull().as('id'))
      .distinct()
      .execute();
    const ids = rows.map(({ id }) => id);
    expect(ids).not.toEqual([]);
    const findWritten = async () => {
      const references = db.selectFrom('api_references').where('version_id', 'in', ids);
      return (await references.select('version_id').distinct().execute()).length;
    };
    expect(await findWritten()).toBe(0);
    await runDueJobs(db, referenceJobs, clock);
    expect(await findWritten()).toBe(ids.length);
  });

  it('has sites with structures and published versions', async () => {
    const admin = await asPerson('admin');
    for (const site of await list(admin, `${base}/sites`)) {
      const path = `${base}/sites/${site.id}`;
      for (const noun of ['sections', 'section-groups', 'site-spaces']) await list(admin, `${path}/${noun}`);
      for (const noun of ['structure', 'published']) {
        expect({ noun, status: (await admin.get(`${path}/${noun}`)).status }).toEqual({ noun, status: 200 });
      }
    }
    const schema = await admin.get(`${base}/sites/${seedId('site', 'help')}/adaptive-schema`);
    expect(schema.body.jsonSchema.properties.isPartner).toMatchObject({ type: 'boolean' });
  });

  it('shows each person what they may see', async () => {
    const visibleSpaces = async (key: string) =>
      (await list(await asPerson(key), `${base}/spaces`)).map(({ id }) => id);
    const everything = await visibleSpaces('admin');
    const reader = await visibleSpaces('reader');
    const guest = await visibleSpaces('guest');
    expect(reader.length).toBeLessThan(everything.length);
    expect(guest.length).toBeLessThan(reader.length);
    expect(guest).toContain(seedId('space', 'heron-guide'));
    expect(reader).not.toContain(seedId('space', 'roadmap'));
    expect(await visibleSpaces('creator')).toContain(seedId('space', 'roadmap'));
  });

  it('is not accessible to non-members and disabled members', async () => {
    const outsider = await asPerson('outsider');
    expect((await list(outsider, '/v1/orgs')).map(({ title }) => title)).toEqual(['Saltmarsh Consulting']);
    expect((await outsider.get(base)).status).toBe(404);
    expect((await (await asPerson('disabled')).get(`${base}/members`)).status).toBe(403);
  });

  it('has custom fields with values, translation settings and audit entries', async () => {
    const admin = await asPerson('admin');
    const fields = await list(admin, `${base}/custom-fields`);
    expect(new Set(fields.map(({ type }) => type)).size).toBe(6);
    expect((await list(admin, `${base}/custom-field-values`)).length).toBeGreaterThan(20);
    for (const { id } of await list(admin, `${base}/spaces`)) {
      const { status, body } = await admin.get(`/v1/spaces/${id}/custom-fields`);
      expect(status).toBe(200);
      expect(body).toHaveLength(fields.length);
    }
    expect((await list(admin, `${base}/translations`)).length).toBeGreaterThan(0);
    expect((await list(admin, `${base}/audit-log`)).length).toBeGreaterThanOrEqual(20);
  });

  it('has comments on existing blocks, with correct reply counts', async () => {
    const admin = await asPerson('admin');
    const comments = (await admin.get(`${base}/comments?limit=1000`)).body.items;
    expect(comments.length).toBeGreaterThan(60);
    let onBlocks = 0;
    for (const { urls, target, replies } of comments) {
      const url = new URL(urls.location).pathname;
      expect((await list(admin, `${url}/replies`)).length).toBe(replies);
      if (!target.node || target.page.outdated) continue;
      const content = url.replace(/\/comments\/.*$/, '/content');
      const { body } = await admin.get(`${content}/page/${target.page.id}`);
      expect(body.document.nodes.map(({ id }: { id: string }) => id)).toContain(target.node.id);
      onBlocks += 1;
    }
    expect(onBlocks).toBeGreaterThan(2);
  });
});

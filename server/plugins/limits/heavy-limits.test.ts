import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Limiter } from '#server/base/limiter.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, sharedDatabase, startApp } from '#server/test/test-app.ts';
import { heavyDocuments } from './heavy-limits.ts';

let app: FastifyInstance;
let close: () => Promise<void>;
/** How many reads of an organization run at a time. */
let places: number;
beforeAll(async () => {
  const database = await sharedDatabase();
  places = database.engine === 'pglite' ? 1 : 2;
  // A separate app, so that its requests wait in this process.
  ({ app, close } = await startApp({ database }));
});
afterAll(() => close());

/** An organization with everything that a heavy request may be for. */
async function createUrls() {
  const w = await createOrganizationFixture();
  const site = await SiteEditor.open(w);
  await site.addSection('Guide');
  const space = await createSpace({ organizationId: w.organization.id });
  const { body } = await as(w.admin).post(`/v1/spaces/${space.id}/change-requests`);
  const changeRequest = `/v1/spaces/${space.id}/change-requests/${body.id}`;
  const pdf = (await as(w.admin).get(`${changeRequest}/pdf`)).body.url;
  return {
    w,
    reads: [
      site.url('/structure'),
      site.url('/structure?form=outline'),
      `${w.base}/search?query=tide`,
      `/v1/spaces/${space.id}/search?query=tide`,
    ],
    documents: [
      `${changeRequest}/changes`,
      `${changeRequest}/conflicts`,
      new URL(pdf).pathname + new URL(pdf).search,
    ],
  };
}

/** Takes so many places of an organization, until `leave` is called. */
function occupy(line: Limiter, count: number, { organization }: OrganizationFixture) {
  let leave = () => {};
  const leaving = new Promise<void>((resolve) => (leave = resolve));
  const all = Array.from({ length: count }, () => line.run(organization.id, () => leaving));
  return { leave, ended: Promise.all(all) };
}

const get = async (w: OrganizationFixture, url: string) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${w.admin.token}` } })).statusCode;

describe('heavy requests', () => {
  it.each(['reads', 'documents'] as const)(
    'of one organization wait while as many %s are made as it has places, those of others do not',
    async (kind) => {
      const [busy, quiet] = [await createUrls(), await createUrls()];
      const otherKind = kind === 'reads' ? 'documents' : 'reads';
      const occupied =
        kind === 'reads' ? occupy(app.heavyReads, places, busy.w) : occupy(heavyDocuments, 2, busy.w);
      const answered: string[] = [];
      const waiting = busy[kind].map(async (url) => {
        const status = await get(busy.w, url);
        answered.push(url);
        return status;
      });
      for (const url of quiet[kind]) expect(await get(quiet.w, url)).toBe(200);
      for (const url of busy[otherKind]) expect(await get(busy.w, url)).toBe(200);
      expect(await get(busy.w, `${busy.w.base}/members`)).toBe(200);
      expect(answered).toEqual([]);
      occupied.leave();
      expect(await Promise.all(waiting)).toEqual(busy[kind].map(() => 200));
      await occupied.ended;
    },
  );

  it('are rejected with Retry-After where 64 of the organization wait', async () => {
    const { w, reads } = await createUrls();
    const { heavyReads } = app;
    const occupied = occupy(heavyReads, places, w);
    const waiting = Array.from({ length: 64 }, () =>
      heavyReads.run(w.organization.id, async () => undefined),
    );
    const headers = { authorization: `Bearer ${w.admin.token}` };
    const rejected = await app.inject({ url: String(reads[0]), headers });
    expect(rejected.statusCode).toBe(429);
    expect(rejected.headers['retry-after']).toBe('30');
    occupied.leave();
    await Promise.all([...waiting, occupied.ended]);
    expect(await get(w, String(reads[0]))).toBe(200);
  });
});

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, sharedDatabase, startApp } from '#server/test/test-app.ts';
import { heavyDocuments, heavyReads } from './heavy-requests.ts';

let app: FastifyInstance;
let close: () => Promise<void>;
beforeAll(async () => {
  // A separate app, so that its requests wait in this process.
  ({ app, close } = await startApp({ database: await sharedDatabase() }));
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

/** Takes as many places as an organization has, until `leave` is called. */
function occupy(line: typeof heavyReads, { organization }: OrganizationFixture) {
  let leave = () => {};
  const left = new Promise<void>((resolve) => (leave = resolve));
  const all = [1, 2].map(() => line.run(organization.id, () => left));
  return { leave, ended: Promise.all(all) };
}

const get = async (w: OrganizationFixture, url: string) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${w.admin.token}` } })).statusCode;

describe('heavy requests', () => {
  it.each([
    ['reads', heavyReads],
    ['documents', heavyDocuments],
  ] as const)(
    'of one organization wait while two %s are made, those of others do not',
    async (kind, line) => {
      const [busy, quiet] = [await createUrls(), await createUrls()];
      const other = kind === 'reads' ? 'documents' : 'reads';
      const places = occupy(line, busy.w);
      const answered: string[] = [];
      const waiting = busy[kind].map(async (url) => {
        const status = await get(busy.w, url);
        answered.push(url);
        return status;
      });
      for (const url of quiet[kind]) expect(await get(quiet.w, url)).toBe(200);
      for (const url of busy[other]) expect(await get(busy.w, url)).toBe(200);
      expect(await get(busy.w, `${busy.w.base}/members`)).toBe(200);
      expect(answered).toEqual([]);
      places.leave();
      expect(await Promise.all(waiting)).toEqual(busy[kind].map(() => 200));
      await places.ended;
    },
  );

  it('are rejected with Retry-After where 64 of the organization wait', async () => {
    const { w, reads } = await createUrls();
    const places = occupy(heavyReads, w);
    const waiting = Array.from({ length: 64 }, () =>
      heavyReads.run(w.organization.id, async () => undefined),
    );
    const headers = { authorization: `Bearer ${w.admin.token}` };
    const rejected = await app.inject({ url: String(reads[0]), headers });
    expect(rejected.statusCode).toBe(429);
    expect(rejected.headers['retry-after']).toBe('30');
    places.leave();
    await Promise.all([...waiting, places.ended]);
    expect(await get(w, String(reads[0]))).toBe(200);
  });
});

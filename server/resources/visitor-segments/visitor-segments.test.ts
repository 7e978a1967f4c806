import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createSite } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const partners = { name: 'Partners', claims: [{ name: 'isPartner', value: true }] };
const trial = {
  name: 'Trial',
  claims: [
    { name: 'plan', value: 'trial' },
    { name: 'seats', value: 3 },
    { name: 'unsigned.isDeveloper', value: false },
    { name: 'company', value: null },
  ],
};

async function openSite() {
  const { id } = await createSite({ organizationId: w.organization.id });
  return { id, url: `${w.base}/sites/${id}/visitor-segments` };
}

describe('the segments of a site', () => {
  it('are those that a creator stored, for every member, in their order', async () => {
    const { id, url } = await openSite();
    expect((await as(w.reader).get(url)).body).toEqual({ object: 'site-visitor-segments', segments: [] });
    const creator = await createMember({ organizationId: w.organization.id, role: 'create' });
    const { status, body } = await as(creator).put(url, { segments: [trial, partners] });
    expect(status).toBe(200);
    expect(body.segments).toEqual([trial, partners]);
    expect((await as(w.reader).get(url)).body).toEqual(body);
    const { db } = await testApp();
    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'putSiteVisitorSegments', before: { segments: [] } });
  });

  it('are not overwritten by somebody who has not seen them', async () => {
    const { url } = await openSite();
    const admin = as(w.admin);
    const { headers } = await admin.get(url);
    await admin.put(url, { segments: [partners] });
    const stale = await admin.put(url, { segments: [trial] }, { 'if-match': String(headers.etag) });
    expect(stale.status).toBe(412);
    expect((await admin.get(url)).body.segments).toEqual([partners]);
  });

  it('have each name once, and each claim once', async () => {
    const { url } = await openSite();
    const { status, body } = await as(w.admin).put(url, {
      segments: [partners, { name: 'Partners', claims: [...partners.claims, ...partners.claims] }],
    });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      { path: 'body.segments.1.name', message: 'Must be unique at this site.' },
      { path: 'body.segments.1.claims.1.name', message: 'Must be unique in this segment.' },
    ]);
  });

  it('are at most twenty, of at most fifty claims', async () => {
    const { url } = await openSite();
    const segments = Array.from({ length: 21 }, (_, number) => ({ name: `Segment ${number}`, claims: [] }));
    const claims = Array.from({ length: 51 }, (_, number) => ({ name: `claim${number}`, value: true }));
    const put = (list: object[]) => as(w.admin).put(url, { segments: list });
    expect((await put(segments)).status).toBe(400);
    expect((await put([{ name: 'Many', claims }])).status).toBe(400);
    expect((await put(segments.slice(1))).status).toBe(200);
    expect((await put([{ name: 'Many', claims: claims.slice(1) }])).status).toBe(200);
  });
});

// @module-tag either-engine
import { beforeAll, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { contentOf, publishWebsite } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, type Sender } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let organizationId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  organizationId = w.organization.id;
});

async function createEmptySpace(): Promise<string> {
  return (await createSpace({ organizationId, defaultLevel: 'inherit' })).id;
}

describe('importOrganizationContent', () => {
  const send = (body: object, who: Sender = w.creator) => as(who).post(`${w.base}/imports`, body);
  const countSpaces = async () => (await as(w.admin).get(`${w.base}/spaces`)).body.count;

  it('creates a space with the pages, named after the website', async () => {
    const origin = publishWebsite({ '/': '<title>Tides</title><p>High and low.</p>' });
    const { status, body } = await send({ url: `${origin}/` });
    expect(body).toMatchObject({ space: expect.any(String), importedResources: 1 });
    expect(status).toBe(201);
    const { body: space } = await as(w.creator).get(`/v1/spaces/${body.space}`);
    expect(space).toMatchObject({ title: new URL(origin).host, revision: body.revision });
    expect((await contentOf(body.space)).textOf('Tides')).toContain('High and low.');
  });

  it('imports into a space that is named, as its own import does', async () => {
    const spaceId = await createEmptySpace();
    const url = `${publishWebsite({ '/a': '<title>Currents</title><p>Strong.</p>' })}/a`;
    const { status, body } = await send({ url, source: 'html', spaceId }, w.editor);
    expect({ status, space: body.space }).toEqual({ status: 201, space: spaceId });
    expect((await contentOf(spaceId)).idOf('Currents')).toBeDefined();
    expect((await send({ url, spaceId }, w.commenter)).status).toBe(403);
    const elsewhere = await createSpace({ organizationId: w.outsider.organizationId });
    expect((await send({ url, spaceId: elsewhere.id }, w.admin)).status).toBe(404);
  });

  it('changes a space with pages by a change request, unless it was asked for otherwise', async () => {
    const { space } = await createWrittenSpace({ organizationId, defaultLevel: 'inherit' });
    const before = await contentOf(space.id);
    const url = `${publishWebsite({ '/a': '<title>Currents</title><p>Strong.</p>' })}/a`;
    const ask = { url, source: 'html', spaceId: space.id };
    const { status, body } = await send(ask, w.editor);
    expect({ status, spaces: body.spaces }).toMatchObject({
      status: 201,
      spaces: [{ space: space.id, changeRequest: expect.any(String), addedPages: 1 }],
    });
    expect((await contentOf(space.id)).revision.id).toBe(before.revision.id);
    await as(w.admin).patch(`/v1/spaces/${space.id}`, { editMode: 'locked' });
    expect((await send(ask, w.editor)).status).toBe(201);
    expect((await send({ ...ask, mode: 'direct' }, w.admin)).status).toBe(403);
    await as(w.admin).patch(`/v1/spaces/${space.id}`, { editMode: 'live' });
    const direct = await send({ ...ask, mode: 'direct' }, w.editor);
    expect(direct.body.spaces[0].changeRequest).toBeUndefined();
    expect((await contentOf(space.id)).idOf('Currents')).toBeDefined();
  });

  it('says what there is before anything is written, and goes on with choices', async () => {
    const origin = publishWebsite({ '/': '<title>Tides</title><p>High.</p>' });
    const planned = await send({ url: `${origin}/`, plan: true });
    expect(planned).toMatchObject({
      status: 202,
      body: { state: 'planned', recognized: { kind: 'website', books: [{ pages: 1 }] }, spaces: [] },
    });
    const url = `${w.base}/imports/${planned.body.id}`;
    expect((await as(w.editor).get(url)).status).toBe(404);
    const applied = await as(w.creator).post(`${url}/apply`, {});
    expect(applied).toMatchObject({ status: 202, body: { state: 'done', importedResources: 1 } });
    expect((await as(w.creator).post(`${url}/apply`, {})).status).toBe(409);
    expect((await as(w.creator).delete(url)).status).toBe(409);
    const { body: listed } = await as(w.creator).get(`${w.base}/imports?space=${applied.body.space}`);
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([planned.body.id]);
  });

  it('changes nothing after it was canceled', async () => {
    const before = await countSpaces();
    const planned = await send({ url: `${publishWebsite({ '/': '<p>High.</p>' })}/`, plan: true });
    const url = `${w.base}/imports/${planned.body.id}`;
    expect((await as(w.creator).delete(url)).status).toBe(205);
    expect((await as(w.creator).post(`${url}/apply`, {})).status).toBe(409);
    expect((await as(w.creator).get(url)).body.state).toBe('canceled');
    expect(await countSpaces()).toBe(before);
  });

  it('creates no space if the import fails', async () => {
    const before = await countSpaces();
    const { status, body } = await send({ url: 'https://nothing-here.example/' });
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: 'body.url' });
    expect((await send({ url: 'https://a.example/', source: 'docx' })).status).toBe(400);
    expect((await send({ url: 'https://a.example/' }, w.editor)).status).toBe(403);
    expect(await countSpaces()).toBe(before);
  });
});

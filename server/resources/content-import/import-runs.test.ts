import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createGrant, createSpace } from '#server/test/factories.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { archive, contentOf, publishWebsite, text } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, type Sender, testApp } from '#server/test/test-app.ts';

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

describe('an import that others have made', () => {
  const list = async (who: Sender) => {
    const { body } = await as(who).get(`${w.base}/imports`);
    return body.items.map(({ id }: { id: string }) => id);
  };

  it('is seen by who may edit all spaces that it has changed, and canceled by nobody else', async () => {
    const url = `${publishWebsite({ '/': '<title>Tides</title>' })}/`;
    const spaceId = await createEmptySpace();
    const { body } = await as(w.admin).post(`${w.base}/imports`, { url, source: 'html', spaceId });
    const path = `${w.base}/imports/${body.id}`;
    for (const who of [w.editor, w.reviewer]) {
      expect((await as(who).get(path)).body.spaces).toMatchObject([{ space: spaceId }]);
      expect((await as(who).get(`${path}/report`)).status).toBe(200);
      expect(await list(who)).toContain(body.id);
      expect((await as(who).delete(path)).status).toBe(403);
    }
    for (const who of [w.commenter, w.guest]) {
      expect((await as(who).get(path)).status).toBe(404);
      expect((await as(who).get(`${path}/report`)).status).toBe(404);
      expect(await list(who)).not.toContain(body.id);
    }
    await createGrant({ organizationId, spaceId, userId: w.editor.id, level: 'read' });
    expect((await as(w.editor).get(path)).status).toBe(404);
  });
});

describe('API specifications that pages show', () => {
  const page = (address: string) =>
    text(
      `# API\n\n{% openapi src="${address}" path="/tides" method="get" %}\n[old](x)\n{% endopenapi %}\n\n\`\`\`\n{% openapi src="https://code.example/a.json" %}\n\`\`\`\n`,
    );
  const messagesOf = async (importId: string) => {
    const { body } = await as(w.admin).get(`${w.base}/imports/${importId}/report?limit=1000`);
    return body.items.map(({ line, message }: { line: number; message: string }) => `${line}: ${message}`);
  };

  it('are added where the importer may, once, and fetched by the guarded fetcher', async () => {
    const address = 'https://specs.example/v1/openapi.json';
    const { body } = await as(w.creator).post(`${w.base}/imports`, {
      url: archive({ 'api.md': page(address) }),
    });
    expect(await messagesOf(body.id)).toContain(
      `3: The API specification “specs-example-openapi” is added, and fetched from "${address}".`,
    );
    const { body: specs } = await as(w.creator).get(`${w.base}/openapi`);
    expect(specs.items).toMatchObject([{ slug: 'specs-example-openapi', sourceURL: address }]);
    await as(w.creator).post(`${w.base}/imports`, { url: archive({ 'api.md': page(address) }) });
    expect((await as(w.creator).get(`${w.base}/openapi?count=true`)).body.count).toBe(1);
  });

  it('are made of files of the source, with those that they refer to, and renewed by the same source', async () => {
    const spec = (title: string) =>
      text(
        `openapi: 3.0.3\ninfo: {title: ${title}, version: "1"}\npaths:\n  /tides:\n    get:\n      responses:\n        "200": {description: ok, content: {application/json: {schema: {$ref: "parts/tide.yaml"}}}}\n`,
      );
    const files = (title: string) => ({
      'docs/api.md': page('../specs/harbor.yaml'),
      'specs/harbor.yaml': spec(title),
      'specs/parts/tide.yaml': text('type: object\nproperties: {high: {type: number}}\n'),
    });
    const address = archive(files('First'));
    const { body } = await as(w.creator).post(`${w.base}/imports`, { url: address });
    const { textOf } = await contentOf(body.space);
    const slug = /src="(specs-harbor-[\da-f]{6})"/.exec(textOf('API') ?? '')?.[1] ?? '';
    expect(await messagesOf(body.id)).toContain(
      `3: The API specification “${slug}” is made of the file "specs/harbor.yaml", and the page names it.`,
    );
    const { db } = await testApp();
    const filesOf = () =>
      db.selectFrom('api_specs').select('source_files').where('slug', '=', slug).execute();
    expect(JSON.stringify(await filesOf())).toContain('First');
    expect(JSON.stringify(await filesOf())).toContain('specs/parts/tide.yaml');
    publishPage(address, Buffer.from(zipSync(files('Second'))), 'application/zip');
    await as(w.creator).post(`${w.base}/imports`, { url: address });
    const renewed = await filesOf();
    expect(renewed).toHaveLength(1);
    expect(JSON.stringify(renewed)).toContain('Second');
  });

  it('are named in the report where they are not added', async () => {
    const spaceId = await createEmptySpace();
    const ask = { spaceId, url: archive({ 'api.md': page('https://other.example/tides.yaml') }) };
    const { body } = await as(w.editor).post(`${w.base}/imports`, ask);
    expect(await messagesOf(body.id)).toContain(
      '3: The API specification "https://other.example/tides.yaml" is not added: you need the role "create" or higher in this organization.',
    );
    const url = archive({ 'api.md': page('http://127.0.0.1/tides.yaml') });
    const refused = await as(w.creator).post(`${w.base}/imports`, { url });
    expect((await messagesOf(refused.body.id)).join()).toContain('not a public address');
    expect((await as(w.creator).get(`${w.base}/openapi?count=true`)).body.count).toBe(2);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let base: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/translations`;
});

async function createTranslation(title: string, here = w): Promise<string> {
  const { status, body } = await as(here.admin).post(`${here.base}/translations`, { title });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

describe.each([
  ['listTranslations', 'get', '', 200],
  ['createTranslation', 'post', '', 403],
  ['getTranslation', 'get', '/:id', 200],
  ['updateTranslation', 'put', '/:id', 403],
  ['deleteTranslation', 'delete', '/:id', 403],
] as const)('%s', (_operation, method, path, forCreator) => {
  it('is visible to members, and administrators can change it', async () => {
    const url = base + path.replace(':id', await createTranslation('Nederlands'));
    const send = (who: Parameters<typeof as>[0]) =>
      method === 'get' || method === 'delete' ? as(who)[method](url) : as(who)[method](url, { title: 'x' });
    expect((await send(anonymous)).status).toBe(401);
    expect((await send(w.outsider)).status).toBe(404);
    expect((await send(w.disabled)).status).toBe(403);
    for (const who of [w.guest, w.creator]) expect((await send(who)).status).toBe(forCreator);
  });
});

describe('the settings of another organization', () => {
  it('are not found', async () => {
    const url = `${base}/${await createTranslation('Frysk', await createOrganizationFixture())}`;
    expect((await as(w.admin).get(url)).status).toBe(404);
    expect((await as(w.admin).put(url, { title: 'x' })).status).toBe(404);
    expect((await as(w.admin).delete(url)).status).toBe(404);
  });
});

describe('createTranslation', () => {
  it.each([
    ['no title', {}, 'body.title'],
    ['an empty title', { title: '' }, 'body.title'],
    ['101 characters', { title: '😀'.repeat(101) }, 'body.title'],
    ['NUL', { title: 'a\0' }, 'body.title'],
    ['a lone surrogate', { title: 'a\udc00' }, 'body.title'],
    ['languages, which only translating adds', { title: 'x', languages: ['nl'] }, 'body.languages'],
  ])('rejects %s', async (_what, body, path) => {
    const response = await as(w.admin).post(base, body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
  });

  it('adds settings without languages', async () => {
    const title = `\u200Fעברית ${'😀'.repeat(90)}`;
    const response = await as(w.admin).post(base, { title });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      object: 'translation-settings',
      title,
      languages: [],
      permissions: { view: true, edit: true },
    });
    const read = await as(w.reader).get(`${base}/${response.body.id}`);
    expect(read.body).toEqual({ ...response.body, permissions: { view: true, edit: false } });
  });
});

describe('settings of a source', () => {
  const instructions = {
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Say “u”.', marks: [] }] }],
      },
    ],
  };
  const input = async (more: object = {}) => {
    const { id: space } = await createSpace({ organizationId: w.organization.id });
    return { source: { space, language: 'en' }, language: 'pt-BR', ...more };
  };

  it('may have instructions whose excerpt in the audit log ends within an emoji', async () => {
    const text = `.${'😀'.repeat(100)}`;
    const nodes = [{ type: 'paragraph', nodes: [{ type: 'text', text }] }];
    const { body } = await as(w.admin).post(base, await input());
    const response = await as(w.admin).put(`${base}/${body.id}`, {
      instructions: { type: 'document', nodes },
    });
    expect(response.status).toBe(200);
  });

  it('are created and changed as clients of the public platform do', async () => {
    const body = await input({ instructions });
    const response = await as(w.admin).post(base, body);
    expect(response).toMatchObject({
      status: 201,
      body: {
        title: 'English to Brazilian Portuguese',
        languages: ['pt-BR'],
        language: 'pt-BR',
        source: body.source,
        instructions,
      },
    });
    const url = `${base}/${response.body.id}`;
    const changed = { ...instructions, nodes: [] };
    const updated = await as(w.admin).put(url, { instructions: changed });
    expect(updated).toMatchObject({
      status: 200,
      body: { title: response.body.title, instructions: { object: 'document', nodes: [] } },
    });
    expect((await as(w.admin).put(url, { title: 'Brazil' })).body).toMatchObject({
      title: 'Brazil',
      instructions: { nodes: [] },
    });
  });

  it.each([
    ['a source without a language', { language: undefined }, 400, 'body.language'],
    ['a language without a source', { source: undefined }, 400, 'body.source'],
    ['what is no language', { language: 'not a language' }, 400, 'body.language'],
    [
      'instructions of another kind',
      { instructions: { object: 'hologram' } },
      400,
      'body.instructions.object',
    ],
  ])('are rejected with %s', async (_what, more, status, path) => {
    const response = await as(w.admin).post(base, await input(more));
    expect(response.status).toBe(status);
    expect(response.body.error.details[0].path).toBe(path);
  });

  it('outlive their space', async () => {
    const body = await input();
    const { body: created } = await as(w.admin).post(base, body);
    const { db } = await testApp();
    await db.deleteFrom('spaces').where('id', '=', body.source.space).execute();
    const read = await as(w.admin).get(`${base}/${created.id}`);
    expect(read.body).toMatchObject({ title: created.title, language: 'pt-BR' });
    expect(read.body.source).toBeUndefined();
  });
});

describe('listTranslations', () => {
  it('lists newest first, page by page, with the languages as language tags', async () => {
    const here = await createOrganizationFixture();
    const ids = [
      await createTranslation('One', here),
      await createTranslation('Two', here),
      await createTranslation('Three', here),
    ];
    const { db } = await testApp();
    const languages = ['nl', 'pt-BR', 'zh-Hant'];
    await db
      .updateTable('translations')
      .set({ languages })
      .where('id', '=', ids[2] ?? '')
      .execute();
    const url = `${here.base}/translations`;
    const first = await as(here.guest).get(`${url}?limit=2`);
    expect(first.body).toMatchObject({ count: 3, items: [{ id: ids[2], languages }, { id: ids[1] }] });
    const second = await as(here.guest).get(`${url}?limit=2&page=${first.body.next.page}`);
    expect(second.body).toMatchObject({ items: [{ id: ids[0] }] });
  });
});

describe('updateTranslation', () => {
  it('renames, keeps the languages, and honors If-Match', async () => {
    const url = `${base}/${await createTranslation('Nederlands')}`;
    const { headers } = await as(w.admin).get(url);
    const match = { 'if-match': String(headers.etag) };
    expect((await as(w.admin).put(url, {}, match)).status).toBe(400);
    const response = await as(w.admin).put(url, { title: 'Vlaams' }, match);
    expect(response).toMatchObject({ status: 200, body: { title: 'Vlaams', languages: [] } });
    expect((await as(w.admin).put(url, { title: 'Brabants' }, match)).status).toBe(412);
    expect((await as(w.admin).get(url)).body).toEqual(response.body);
  });
});

describe('deleteTranslation', () => {
  it('deletes, and writes audit entries', async () => {
    const id = await createTranslation('Nederlands');
    expect((await as(w.admin).put(`${base}/${id}`, { title: 'Vlaams' })).status).toBe(200);
    expect((await as(w.admin).delete(`${base}/${id}`)).status).toBe(205);
    expect((await as(w.admin).delete(`${base}/${id}`)).status).toBe(404);
    const { db } = await testApp();
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('target_id', '=', id)
      .orderBy('at')
      .execute();
    expect(entries).toEqual([
      { action: 'createTranslation', actor_id: w.admin.id, before: null, after: { title: 'Nederlands' } },
      {
        action: 'updateTranslation',
        actor_id: w.admin.id,
        before: { title: 'Nederlands' },
        after: { title: 'Vlaams' },
      },
      {
        action: 'deleteTranslation',
        actor_id: w.admin.id,
        before: { title: 'Vlaams', languages: [] },
        after: null,
      },
    ]);
  });
});

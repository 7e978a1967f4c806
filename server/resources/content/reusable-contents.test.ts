import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let space: string;
let list: string;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  space = `/v1/spaces/${written.space.id}`;
  list = `${space}/change-requests`;
  url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
});

const edit = (changes: object[], more: object = {}) =>
  as(w.editor).post(`${url}/content`, { changes, ...more });
const included = (id: string) => `{% include "/reusable-contents/${id}" %}`;
const read = async (path: string) => (await as(w.reader).get(path)).body;
const update = (id: string, markdown: string) => ({
  operation: 'update_reusable_content',
  reusableContent: id,
  document: { markdown },
});

async function insert(title: string, markdown: string): Promise<string> {
  const changes = [{ operation: 'insert_reusable_content', title, document: { markdown } }];
  const { status, body } = await edit(changes);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.reusableContents[0];
}

describe('reusable contents', () => {
  it('are created, changed, listed and deleted in a change request, and merged', async () => {
    const id = await insert('Legal note', 'No *warranty*.\n');
    expect(await read(`${url}/content/reusable-contents/${id}`)).toEqual({
      ...{ id, title: 'Legal note', document: expect.any(String), markdown: 'No *warranty*.\n' },
      ...{ pageCount: 0, pages: [], includedIn: [] },
    });
    const { revision } = await read(url);
    const inRevision = `${space}/revisions/${revision}/reusable-contents/${id}`;
    expect((await read(inRevision)).markdown).toBe('No *warranty*.\n');
    expect((await read(`${space}/content/reusable-contents`)).items).toEqual([]);
    const { changes } = await read(`${url}/changes`);
    expect(changes).toEqual([
      { type: 'reusable_content_created', reusableContent: { id, title: 'Legal note', attributes: [] } },
    ]);
    await as(w.reviewer).post(`${url}/merge`);
    const inSpace = `${space}/content/reusable-contents`;
    expect((await read(inSpace)).items).toMatchObject([{ id, title: 'Legal note', pageCount: 0 }]);

    url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
    await edit([{ ...update(id, 'None.\n'), title: 'Warranty' }]);
    expect((await read(`${url}/changes`)).changes).toEqual([
      {
        type: 'reusable_content_edited',
        reusableContent: {
          id,
          title: 'Warranty',
          previousTitle: 'Legal note',
          attributes: ['title', 'markdown'],
        },
      },
    ]);
    await edit([{ operation: 'delete_reusable_content', reusableContent: id }]);
    expect((await read(`${url}/changes`)).changes).toMatchObject([{ type: 'reusable_content_deleted' }]);
    expect((await as(w.reader).get(`${url}/content/reusable-contents/${id}`)).status).toBe(404);
  });

  it('name the pages that show them, also within one another', async () => {
    const inner = await insert('Inner', 'Inner words.\n');
    const outer = await insert('Outer', `${included(inner)}\n`);
    await edit([
      {
        operation: 'update_page',
        page: written.start.id,
        document: { markdown: `A.\n\n${included(outer)}\n` },
      },
    ]);
    const page = { id: written.start.id, title: written.start.title, path: written.start.path };
    expect(await read(`${url}/content/reusable-contents/${inner}`)).toMatchObject({
      pageCount: 1,
      pages: [page],
      includedIn: [{ id: outer, title: 'Outer' }],
    });
    expect(await read(`${url}/content/reusable-contents/${outer}`)).toMatchObject({
      pages: [page],
      includedIn: [],
    });
    // A link to one that is not there is broken.
    await edit([{ operation: 'delete_reusable_content', reusableContent: outer }]);
    const links = await read(`${url}/content/page/${written.start.id}/links?status=broken`);
    expect(links.items).toMatchObject([{ targetReference: { url: `/reusable-contents/${outer}` } }]);
  });

  it('are not in themselves, and not too deep in one another', async () => {
    const first = await insert('First', 'Text.\n');
    const second = await insert('Second', included(first));
    const { status, body } = await edit([update(first, `More\n\n${included(second)}\n`)]);
    expect(status).toBe(400);
    expect(body.error.message).toContain('body.changes[0].document');
    expect(body.error.message).toContain('“First” → “Second” → “First”');
    let last = second;
    for (let depth = 3; depth <= 10; depth += 1) last = await insert(`Number ${depth}`, included(last));
    const tooDeep = await edit([
      { operation: 'insert_reusable_content', title: 'Number 11', document: { markdown: included(last) } },
    ]);
    expect(tooDeep.status).toBe(400);
    expect(tooDeep.body.error.message).toContain('more than 10 reusable contents in one another');
    // Code shows how it is written.
    expect((await edit([update(first, `\`${included(second)}\``)])).status).toBe(200);
  });

  it.each([
    ['body.changes[0].title', { operation: 'insert_reusable_content' }],
    [
      'body.changes[0].reusableContent',
      { operation: 'insert_reusable_content', title: 'A', reusableContent: 'mine' },
    ],
    ['body.changes[0].reusableContent', { operation: 'update_reusable_content', title: 'A' }],
    ['body.changes[0].reusableContent', { operation: 'delete_reusable_content', reusableContent: 'nothing' }],
    ['body.changes[0].vars', { operation: 'update_variables' }],
    ['body.changes[0].vars', { operation: 'update_variables', vars: { 'not a name': 'x' } }],
  ])('have a clear error at %s of %j', async (place, change) => {
    const { status, body } = await edit([change]);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(place)]);
  });

  it('conflict where two people change the same lines, and are resolved by an edit', async () => {
    const id = await insert('Legal note', 'One\n\nTwo\n');
    await as(w.reviewer).post(`${url}/merge`);
    const requests: string[] = [];
    for (const text of ['Uno\n\nTwo\n', 'Ein\n\nTwo\n']) {
      url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
      requests.push(url);
      await edit([update(id, text)]);
    }
    const [first, second = ''] = requests;
    await as(w.reviewer).post(`${first}/merge`);
    expect((await as(w.reviewer).post(`${second}/merge`)).body.result).toBe('conflicts');
    const conflicts = await read(`${second}/conflicts`);
    expect(conflicts.reusableContents).toEqual([
      {
        ...{ reusableContent: id, attributes: ['markdown'] },
        base: { title: 'Legal note', markdown: 'One\n\nTwo\n' },
        space: { title: 'Legal note', markdown: 'Uno\n\nTwo\n' },
        changeRequest: { title: 'Legal note', markdown: 'Ein\n\nTwo\n' },
      },
    ]);
    const resolves = conflicts.spaceRevision;
    const unresolved = await edit([{ operation: 'insert_page', title: 'Other' }], { resolves });
    expect([unresolved.status, unresolved.body.error.message]).toEqual([
      409,
      expect.stringContaining('“Legal note”'.slice(1, -1)),
    ]);
    expect((await edit([update(id, 'Un\n\nTwo\n')], { resolves })).status).toBe(200);
    expect((await as(w.reviewer).post(`${second}/merge`)).body.result).toBe('merge');
    expect((await read(`${space}/content/reusable-contents/${id}`)).markdown).toBe('Un\n\nTwo\n');
  });

  it('are made of a part of a page, which includes them, in one edit', async () => {
    const created = { operation: 'insert_reusable_content', title: 'Note', temporaryId: 'new' };
    const text = 'Kept `{% include "/reusable-contents/new" %}`.\n\n{% include "/reusable-contents/new" %}\n';
    const { body } = await edit([
      { ...created, textOf: written.start.id, document: { markdown: 'Taken.\n' } },
      { operation: 'update_page', page: written.start.id, document: { markdown: text } },
    ]);
    const [id] = body.reusableContents;
    const page = await read(`${url}/content/page/${written.start.id}?format=markdown`);
    expect(page.markdown).toBe(`Kept \`{% include "/reusable-contents/new" %}\`.\n\n${included(id)}\n`);
    expect(await read(`${url}/content/reusable-contents/${id}`)).toMatchObject({
      ...{ markdown: 'Taken.\n', pages: [{ id: written.start.id }] },
    });
    const twice = await edit([created, created]);
    expect([twice.status, twice.body.error.message]).toEqual([
      400,
      expect.stringContaining('body.changes[1].temporaryId'),
    ]);
    const nowhere = await edit([{ ...created, textOf: 'none' }]);
    expect([nowhere.status, nowhere.body.error.message]).toEqual([
      400,
      expect.stringContaining('body.changes[0].textOf'),
    ]);
  });

  it('have values for all texts of a content', async () => {
    expect((await edit([{ operation: 'update_variables', vars: { version: '2.1' } }])).status).toBe(200);
    expect((await read(`${url}/content`)).vars).toEqual({ version: '2.1' });
    expect((await read(`${url}/changes`)).changes).toEqual([
      { type: 'variables_edited', variables: [{ name: 'version', value: '2.1' }] },
    ]);
    await as(w.reviewer).post(`${url}/merge`);
    url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
    await edit([{ operation: 'update_variables', vars: { version: '2.2', product: 'Tide' } }]);
    expect((await read(`${url}/changes`)).changes).toEqual([
      {
        type: 'variables_edited',
        variables: [
          { name: 'product', value: 'Tide' },
          { name: 'version', value: '2.2', previousValue: '2.1' },
        ],
      },
    ]);
    await edit([{ operation: 'update_variables', vars: {} }]);
    expect((await read(`${url}/content`)).vars).toBeUndefined();
  });
});

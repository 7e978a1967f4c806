import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import { createFile, createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function open() {
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const url = `/v1/spaces/${written.space.id}`;
  /** A change request with these changes, merged; its number. */
  const merge = async (changes: object[], subject = 'Better lamps'): Promise<number> => {
    const { number } = (await as(w.editor).post(`${url}/change-requests`, { subject })).body;
    const edited = await as(w.editor).post(`${url}/change-requests/${number}/content`, { changes });
    expect([edited.status, edited.body.error]).toEqual([200, undefined]);
    expect((await as(w.reviewer).post(`${url}/change-requests/${number}/merge`)).body.result).toBe('merge');
    return number;
  };
  const undo = (number: number, who: Parameters<typeof as>[0] = w.editor) =>
    as(who).post(`${url}/change-requests/${number}/undo`);
  const mergeUndo = async (number: number) => {
    const { body } = await undo(number);
    return (await as(w.reviewer).post(`${url}/change-requests/${body.number}/merge`)).body.result;
  };
  const content = async (): Promise<unknown> => {
    const { db } = await testApp();
    const { revision_id: id } = await db
      .selectFrom('spaces')
      .select('revision_id')
      .where('id', '=', written.space.id)
      .executeTakeFirstOrThrow();
    const { pages, files, reusableContents } = await getRevision(db, written.space.id, id);
    // A page has the time of its last change, of every kind.
    const withoutTimes = (name: string, value: unknown) => (name === 'updatedAt' ? undefined : value);
    return JSON.parse(JSON.stringify({ pages, files, reusableContents }, withoutTimes));
  };
  return { ...written, url, merge, undo, mergeUndo, content };
}

const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});

/** A change of one of the pages and files that `createWrittenSpace` makes. */
const changes = fc.array(
  fc.record({
    operation: fc.constantFrom('text', 'title', 'fields', 'move', 'delete', 'insert', 'rename', 'drop'),
    page: fc.nat(2),
    text: fc.constantFrom('Other words\n', '# Start\n\nUno\n\nTwo\n', ''),
    at: fc.nat(2),
  }),
  { minLength: 1, maxLength: 5 },
);

describe('undoMerge', () => {
  it('needs a token, a visible change request, the permission and a merge', async () => {
    const { merge, undo, url, other } = await open();
    const number = await merge([rewrite(other.id, 'New\n')]);
    expect((await undo(number, anonymous)).status).toBe(401);
    expect((await undo(number, w.outsider)).status).toBe(404);
    expect((await undo(number, w.commenter)).status).toBe(403);
    await as(w.editor).post(`${url}/change-requests`, {});
    expect((await undo(number + 1)).status).toBe(409);
    expect((await undo(77)).status).toBe(404);
  });

  it('makes a draft whose changes are those of the merge, backwards', async () => {
    const { merge, undo, url, other } = await open();
    const number = await merge([
      rewrite(other.id, 'New\n'),
      { operation: 'insert_page', title: 'Lamps', document: { markdown: 'Oil\n' } },
    ]);
    const { status, body } = await undo(number);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'draft', subject: 'Undo “Better lamps”', outdated: false });
    const { changes } = (await as(w.reader).get(`${url}/change-requests/${body.number}/changes`)).body;
    expect(changes).toMatchObject([
      { type: 'page_edited', page: { id: other.id } },
      { type: 'page_deleted', page: { title: 'Lamps' } },
    ]);
  });

  it('keeps what the space has become since, and says what conflicts', async () => {
    const { merge, mergeUndo, undo, url, start, other, content } = await open();
    const number = await merge([rewrite(start.id, '# Start\n\nUno\n\nTwo\n')]);
    await merge(
      [rewrite(other.id, 'Something else\n'), rewrite(start.id, '# Start\n\nUno\n\nDue\n')],
      'Later',
    );
    expect(await mergeUndo(number)).toBe('merge');
    const textOf = async (id: string) =>
      (await as(w.reader).get(`${url}/content/page/${id}?format=markdown`)).body.markdown;
    expect(await textOf(start.id)).toBe('# Start\n\nOne\n\nDue\n');
    expect(await textOf(other.id)).toBe('Something else\n');
    // The first words of the page are others now.
    await merge([rewrite(start.id, '# Start\n\nEins\n\nDue\n')], 'Once more');
    const before = await content();
    const { body } = await undo(number);
    expect(body.outdated).toBe(true);
    const list = (await as(w.reader).get(`${url}/change-requests/${body.number}/conflicts`)).body;
    expect(list.conflicts).toMatchObject([{ page: start.id, attributes: ['markdown'] }]);
    const merged = await as(w.reviewer).post(`${url}/change-requests/${body.number}/merge`);
    expect(merged.body.result).toBe('conflicts');
    expect(await content()).toEqual(before);
  });

  it('gives back reusable contents that were added, edited and deleted, each as an item of its own', async () => {
    const { merge, mergeUndo, undo, url, content } = await open();
    const insert = (title: string) => ({
      operation: 'insert_reusable_content',
      title,
      document: { markdown: `${title}.\n` },
    });
    await merge([insert('Tides'), insert('Waves')]);
    const { items } = (await as(w.reader).get(`${url}/content/reusable-contents`)).body;
    const idOf = (name: string): string => items.find(({ title }: { title: string }) => title === name)?.id;
    const before = await content();
    const number = await merge([
      insert('Winds'),
      {
        operation: 'update_reusable_content',
        reusableContent: idOf('Tides'),
        document: { markdown: 'Ebb.\n' },
      },
      { operation: 'delete_reusable_content', reusableContent: idOf('Waves') },
    ]);
    const { body } = await undo(number);
    const { changes: undone } = (await as(w.reader).get(`${url}/change-requests/${body.number}/changes`))
      .body;
    expect(undone.map(({ type, reusableContent }: ContentChange) => [type, reusableContent?.title])).toEqual(
      expect.arrayContaining([
        ['reusable_content_edited', 'Tides'],
        ['reusable_content_created', 'Waves'],
        ['reusable_content_deleted', 'Winds'],
      ]),
    );
    expect(await mergeUndo(number)).toBe('merge');
    expect(await content()).toEqual(before);
  });

  it('right after a merge gives the content that was there before it', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const { merge, mergeUndo, content, start, deep, other, file, space } = await open();
        const { db } = await testApp();
        const pages = [start.id, deep.id, other.id];
        const deleted = new Set<string>();
        const spare = await createFile(space.id, { name: 'spare.png' });
        const { revision_id: id } = await db
          .selectFrom('spaces')
          .select('revision_id')
          .where('id', '=', space.id)
          .executeTakeFirstOrThrow();
        await db
          .updateTable('revision_rows')
          .set({ files: JSON.stringify([file, spare]) })
          .where('id', '=', id)
          .execute();
        const edits = list.flatMap(({ operation, page: index, text, at }): object[] => {
          const page = pages[index] ?? start.id;
          if (operation === 'insert')
            return [{ operation: 'insert_page', title: 'Added', at, document: { markdown: text } }];
          if (operation === 'rename')
            return deleted.has(file.id)
              ? []
              : [{ operation: 'update_file', file: file.id, name: `${at}.png` }];
          if (operation === 'drop') {
            if (deleted.has(spare.id)) return [];
            deleted.add(spare.id);
            return [{ operation: 'delete_file', file: spare.id }];
          }
          if (deleted.has(page) || (page === deep.id && deleted.has(start.id))) return [];
          if (operation === 'delete') {
            deleted.add(page);
            if (page === start.id) deleted.add(deep.id);
            return [{ operation: 'delete_page', page }];
          }
          if (operation === 'text') return [rewrite(page, text)];
          if (operation === 'title') return [{ operation: 'update_page', page, title: `Title ${at}` }];
          if (operation === 'move')
            return [
              { operation: 'update_page', page: other.id === page ? page : deep.id, into: null, at },
            ].filter(({ page: moved }) => !deleted.has(moved));
          return [
            {
              operation: 'update_page',
              page,
              emoji: '🦉',
              description: text,
              hidden: at === 1,
              noIndex: at === 2,
            },
          ];
        });
        fc.pre(edits.length > 0);
        const before = await content();
        const number = await merge(edits);
        expect(await mergeUndo(number)).toBe('merge');
        expect(await content()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });
});

import { newId } from '#server/database/ids.ts';
import { indexSpace } from '#server/content/search/index-space.ts';
import { addRevision, requireRevision, storeTexts } from '#server/content/revisions.ts';
import { documentIdOf, type StoredPage } from '#server/content/storage.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { ListFixture } from './access-lists.ts';
import type { Call, ApiFixture } from './call-parts.ts';
import { storedPages, writeContent } from './content-factories.ts';
import { makeSpace } from './factories.ts';
import { testApp } from './test-app.ts';

/** Writes the pages of a space or change request anew; `texts` are those that may not be stored yet. */
async function rewritePages(
  { params: { spaceId = '', changeRequestId } }: Call,
  edit: (pages: StoredPage[], texts: string[]) => StoredPage[],
): Promise<void> {
  const { db } = await testApp();
  await inTransaction(db, async (trx) => {
    const table = changeRequestId === undefined ? 'spaces' : 'change_requests';
    const holder = trx
      .selectFrom(table)
      .select('revision_id')
      .where('id', '=', changeRequestId ?? spaceId);
    const { revision_id: present } = await holder.executeTakeFirstOrThrow();
    const revision = await requireRevision(trx, spaceId, present);
    const texts: string[] = [];
    const pages = edit(revision.pages, texts);
    await storeTexts(trx, texts);
    const id = await addRevision(trx, {
      ...revision,
      changeRequestId: changeRequestId ?? null,
      pages,
      parents: [present],
      createdBy: null,
    });
    await trx
      .updateTable(table)
      .set({ revision_id: id })
      .where('id', '=', changeRequestId ?? spaceId)
      .execute();
    await indexSpace(trx, spaceId);
  });
}

/** A list to which every page that is added brings one item, whose name ends with the page's id. */
function pageListFixture(textOf: (pageId: string, call: Call) => string): ListFixture {
  return {
    addItem: (call) => {
      const id = newId();
      return rewritePages(call, (pages, texts) => [
        ...pages,
        ...storedPages([{ id, title: `Guide ${id}`, text: textOf(id, call) }], texts),
      ]);
    },
    deleteItem: (call, name) =>
      rewritePages(call, (pages) => pages.filter(({ id }) => id !== name.split('/').at(-1))),
  };
}

/** The links of one page, which its text is written with. */
function linkListFixture(): ListFixture {
  const lines = new Map<string, string[]>();
  const write = (call: Call, change: (before: string[]) => string[]) => {
    const { pageId = '' } = call.params;
    const after = change(lines.get(pageId) ?? []);
    lines.set(pageId, after);
    const text = after.map((url) => `- <${url}>\n`).join('');
    return rewritePages(call, (pages, texts) => {
      texts.push(text);
      return pages.map((page) => (page.id === pageId ? { ...page, documentId: documentIdOf(text) } : page));
    });
  };
  return {
    addItem: (call) => write(call, (before) => [...before, linkUrl(newId())]),
    deleteItem: (call, name) => write(call, (before) => before.filter((url) => url !== name)),
  };
}

const linkUrl = (id: string) => `https://press.example/${id}`;

/** The lists of links, of uses of files and of what a search finds. */
export function contentLists(fixture: () => ApiFixture): Record<string, ListFixture> {
  const links = pageListFixture((id) => `<${linkUrl(id)}>\n`);
  const uses = pageListFixture((_, { params }) => `![A dot](/files/${params.fileId})\n`);
  const spaces: ListFixture = {
    addItem: async () => {
      const space = await makeSpace({ organizationId: fixture().organization.id });
      await writeContent(space, [{ title: 'Guide', text: '[Gone](/pages/gone)\n' }]);
    },
    deleteItem: (_, id) => `/v1/spaces/${id}`,
  };
  return {
    listSpaceLinks: links,
    listChangeRequestLinks: links,
    listSpacePageLinks: linkListFixture(),
    listChangeRequestPageLinks: linkListFixture(),
    listSpaceFileBacklinks: uses,
    listChangeRequestFileBacklinks: uses,
    searchSpace: pageListFixture(() => ''),
    searchOrganization: spaces,
    listBrokenLinks: spaces,
  };
}

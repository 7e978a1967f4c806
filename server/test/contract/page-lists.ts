import { newId } from '#server/base/ids.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { indexSpace } from '#server/content/stored/index-space.ts';
import { addRevision, getRevision, storeTexts } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { storedPages, writeContent } from '../content-factories.ts';
import { createSpace } from '../factories.ts';
import { testApp } from '../test-app.ts';
import { type Call, inOrganization } from './call-factories.ts';
import type { ListFixture } from './contract-cases.ts';

/** Rewrites the pages of a space or change request; `texts` may not be stored yet. */
export async function rewritePages(
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
    const revision = await getRevision(trx, spaceId, present);
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

/** A list in which each added page appears as an item whose name ends with the page's id. */
export function pageListFixture(textOf: (pageId: string, call: Call) => string): ListFixture {
  return {
    addItem: (_, call) => {
      const id = newId();
      return rewritePages(call, (pages, texts) => [
        ...pages,
        ...storedPages([{ id, title: `Guide ${id}`, text: textOf(id, call) }], texts),
      ]);
    },
    deleteItem: (_, call, name) =>
      rewritePages(call, (pages) => pages.filter(({ id }) => id !== name.split('/').at(-1))),
  };
}

/** The spaces with a page that a search finds, and whose link is broken. */
export const spaceListFixture: ListFixture = {
  addItem: async (fixture) => {
    const space = await createSpace(inOrganization(fixture));
    await writeContent(space, [{ title: 'Guide', text: '[Gone](/pages/gone)\n' }]);
  },
  deleteItem: (_fixture, _call, id) => `/v1/spaces/${id}`,
};

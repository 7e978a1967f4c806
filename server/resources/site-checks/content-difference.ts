import { ReusableContents } from '#server/content/pages/reusable-contents.ts';
import type { StoredPage, StoredReusableContent } from '#server/content/pages/storage.ts';
import type { ReaderContent, ReaderEntry } from '#server/published/visit/reader-content.ts';

/** The same space without and with a change. */
export interface Difference {
  before: ReaderContent;
  after: ReaderContent;
}

/** The pages and reusable contents of one side that the other lacks, or has otherwise. */
export type DifferentSide = Pick<ReaderContent, 'entries' | 'reusableContents'>;

/** The ids of their texts. */
export const textIdsIn = ({
  entries,
  reusableContents,
}: Pick<ReaderContent, 'entries'> & {
  reusableContents: Pick<ReusableContents, 'list'>;
}): string[] => {
  const ids = [...entries.map(({ page }) => page), ...reusableContents.list].flatMap(
    ({ documentId }) => documentId ?? [],
  );
  return [...new Set(ids)];
};

/** So many pages and reusable contents of a change are checked. */
const MAX_DIFFERENT = 500;
/** As many that were changed, and as many that were deleted. */
const MAX_EARLIER = 2 * MAX_DIFFERENT;

/** So many bytes of texts are checked while a reviewer waits: some seconds. */
export const MAX_UNCHECKED_BYTES = 5_000_000;

export function differenceOf({ before, after }: Difference) {
  const entries = different(after.entries, before.byId);
  const contents = differentContents(after, before);
  const [some, someContents] = [entries.slice(0, MAX_DIFFERENT), contents.slice(0, MAX_DIFFERENT)];
  // Of what is left out, the other side must be left out, too.
  const pageIds = new Set(entries.slice(MAX_DIFFERENT).map(({ page }) => page.id));
  const contentIds = new Set(contents.slice(MAX_DIFFERENT).map(({ id }) => id));
  const earlier = different(before.entries, after.byId).filter(({ page }) => !pageIds.has(page.id));
  const earlierContents = differentContents(before, after).filter(({ id }) => !contentIds.has(id));
  const isPartial = earlier.length > MAX_EARLIER || pageIds.size + contentIds.size > 0;
  return {
    isPartial,
    different: {
      before: sideOf(byPresence(earlier, after).slice(0, MAX_EARLIER), earlierContents),
      after: sideOf(some, someContents),
    },
  };
}

/** The texts of both sides, those of a page or reusable content one after the other. */
export function differentTextIds({ before, after }: Record<'before' | 'after', DifferentSide>): string[] {
  const earlier = new Map(before.entries.map(({ page }) => [page.id, page.documentId]));
  const pages = after.entries.flatMap(({ page }) => [page.documentId, earlier.get(page.id)]);
  const contents = after.reusableContents.list.flatMap(({ id, documentId }) => [
    documentId,
    before.reusableContents.get(id)?.documentId,
  ]);
  const ids = [...pages, ...contents].flatMap((id) => id ?? []);
  return [...new Set([...ids, ...textIdsIn(before)])];
}

/** Without pages and reusable contents that have one of some texts on either side. */
export function withoutTexts(
  { before, after }: Record<'before' | 'after', DifferentSide>,
  texts: ReadonlySet<string>,
): Record<'before' | 'after', DifferentSide> {
  const hasOne = ({ documentId = '' }: { documentId?: string }) => texts.has(documentId);
  const pages = [before, after].flatMap(({ entries }) => entries.map(({ page }) => page)).filter(hasOne);
  const contents = [before, after].flatMap(({ reusableContents: { list } }) => list).filter(hasOne);
  const leftOut = new Set([...pages, ...contents].map(({ id }) => id));
  const rest = ({ entries, reusableContents: { list } }: DifferentSide) =>
    sideOf(
      entries.filter(({ page }) => !leftOut.has(page.id)),
      list.filter(({ id }) => !leftOut.has(id)),
    );
  return { before: rest(before), after: rest(after) };
}

/** Those that were changed before those that were deleted: only the former have findings. */
const byPresence = (entries: readonly ReaderEntry[], { byId }: ReaderContent) =>
  entries.toSorted((a, b) => Number(!byId.get(a.page.id)) - Number(!byId.get(b.page.id)));

const sideOf = (
  entries: readonly ReaderEntry[],
  contents: readonly StoredReusableContent[],
): DifferentSide => ({ entries, reusableContents: new ReusableContents(contents) });

const different = (entries: readonly ReaderEntry[], others: ReaderContent['byId']) =>
  entries.filter((entry) => {
    const other = others.get(entry.page.id);
    return !other || entry.isHidden !== other.isHidden || !isSame(entry.page, other.page);
  });

function isSame(page: StoredPage, other: StoredPage): boolean {
  if (page === other) return true;
  const factsOf = ({ type, documentId, description, path, icon, emoji, cover, href }: StoredPage) =>
    JSON.stringify([type, documentId, description, path, icon, emoji, cover, href]);
  return factsOf(page) === factsOf(other);
}

const differentContents = ({ reusableContents }: ReaderContent, other: ReaderContent) =>
  reusableContents.list.filter(
    ({ id, documentId }) => other.reusableContents.get(id)?.documentId !== documentId,
  );

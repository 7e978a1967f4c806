import { linkedTextIds } from '#server/content/pages/page-tree.ts';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import {
  divideByBytes,
  findNamedFiles,
  findUnchecked,
  loadCheckedTexts,
} from '#server/content/stored/checked-texts.ts';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { StoredTextCheck } from '#server/database/tables/stored-texts.ts';
import { isReadable, type ReaderContent, type ReaderEntry } from '#server/published/visit/reader-content.ts';
import { findLinksWith } from '../sites/incoming-links.queries.ts';
import { addFilesOf, keysOfFile, readLinks, type Scope, Uses } from './check-space.ts';
import { type Difference, type DifferentSide, MAX_UNCHECKED_BYTES, textIdsIn } from './content-difference.ts';

/** A change of a space in which something may lose what leads to it. */
interface LostScope extends Scope, Difference {
  different: Record<'before' | 'after', DifferentSide>;
  /** Their texts. */
  checked: ReadonlyMap<string, StoredTextCheck>;
}

/**
 * Hidden pages that nothing leads to after a change, and that navigation or a link led to before. All links of the space are
 * read only where a page may be one.
 * @param others the other spaces of the site
 */
export async function findLostPages(scope: LostScope, others: readonly string[]): Promise<ReaderEntry[]> {
  const { db, before, after, different } = scope;
  const earlier = new Uses();
  // What is shown by pages that don't differ may be a reusable content that does.
  const some = different.before.reusableContents.list.length > 0 ? undefined : different.before.entries;
  if (some?.length !== 0)
    await readLinks(
      scope,
      before,
      earlier,
      some?.map(({ page }) => page),
    );
  const candidates = after.entries.filter(({ page, isHidden }) => {
    if (!isHidden || !isReadable(page) || page.reference) return false;
    return before.byId.get(page.id)?.isHidden !== true || earlier.pages.has(page.id);
  });
  if (candidates.length === 0) return [];
  const uses = new Uses();
  await readLinks(scope, after, uses);
  const lost = candidates.filter(({ page }) => !uses.pages.has(page.id));
  const links = await findLinksWith(
    db,
    others,
    lost.map(({ page }) => page.id),
  );
  return lost.filter(({ page }) => !links.some(({ href }) => href.includes(page.id)));
}

/** So many texts are checked while a reviewer waits. */
const MAX_UNCHECKED = 500;

/** Files that nothing uses after a change, and that are new or were used before. */
export async function findLostFiles(
  scope: LostScope,
  usedElsewhere: ReadonlySet<string>,
): Promise<{ files: StoredFileRef[]; isPartial: boolean }> {
  const { db, organizationId, before, after, different } = scope;
  const [earlier, later] = [namesIn(scope, different.before), namesIn(scope, different.after)];
  const old = new Set(before.stored.files.map(({ id }) => id));
  const isNamed = (names: ReadonlySet<string>, file: StoredFileRef) =>
    keysOfFile(file).some((key) => names.has(key));
  const candidates = after.stored.files.filter(
    (file) =>
      !usedElsewhere.has(file.id) && (!old.has(file.id) || isNamed(earlier, file)) && !isNamed(later, file),
  );
  if (candidates.length === 0) return { files: [], isPartial: false };
  const ids = textIdsOf(after);
  const unchecked = await findUnchecked(db, ids);
  const [some = [], ...rest] = divideByBytes(unchecked, MAX_UNCHECKED_BYTES);
  if (rest.length > 0 || some.length > (isReadOnly(db) ? 0 : MAX_UNCHECKED))
    return { files: [], isPartial: true };
  await loadCheckedTexts(db, some, organizationId);
  const names = new Set(await findNamedFiles(db, ids, candidates.flatMap(keysOfFile)));
  for (const { page } of after.entries) addFilesOf(page, names);
  return { files: candidates.filter((file) => !isNamed(names, file)), isPartial: false };
}

/** Also of pages that no visitor gets, like the check of a site. */
const textIdsOf = ({ stored, reusableContents }: ReaderContent) =>
  linkedTextIds({ pages: [...stored.pages], reusableContents: [...reusableContents.list] });

/** The files that pages and texts of a side name. */
function namesIn({ checked }: LostScope, side: DifferentSide): Set<string> {
  const names = new Set<string>();
  for (const { page } of side.entries) addFilesOf(page, names);
  for (const id of textIdsIn(side)) for (const name of checked.get(id)?.files ?? []) names.add(name);
  return names;
}

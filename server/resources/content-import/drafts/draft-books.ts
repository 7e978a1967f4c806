import { insertDraft, writeDraft } from '#server/content-tree/draft-spaces.ts';
import { ImportError } from '#server/content/import/import-error.ts';
import { DEFAULT_EMOJI } from '#server/content/pages/default-emoji.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { hashId, type StoredContent } from '#server/content/pages/storage.ts';
import { indexInTurns } from '#server/content/stored/index-space.ts';
import { DEFAULT_TITLE } from '../../spaces/spaces.rules.ts';
import type { ImportContext } from '../import-context.ts';
import type { BegunRun } from '../import-runs.queries.ts';
import type { PreparedBook } from '../prepared-import.ts';
import { addBook, type BookChange, summaryOf } from '../update-book.ts';

const MAX_TITLE = 50;
/** The content of a draft before its first book. */
export const EMPTY: StoredContent = { pages: [], files: [], reusableContents: [] };
/** The transaction that makes all of them visible must be short. */
const MAX_SPACES = 100;

/**
 * The space that each book goes into: the one that the run names, one draft for all, or a draft for each. A run that begins
 * again finds its drafts by their ids.
 */
export async function draftSpaces(
  { db }: ImportContext,
  run: BegunRun,
  books: readonly { title: string }[],
): Promise<string[]> {
  const { spaceId, choices } = run.request;
  if (spaceId !== undefined) return books.map(() => spaceId);
  const isOne = choices.books === 'space';
  if (!isOne && books.length > MAX_SPACES)
    throw new ImportError(
      `The source has ${books.length.toLocaleString('en')} books, and an import makes up to ${MAX_SPACES} spaces. Import one of its folders, or all of it as one space.`,
    );
  const drafts = isOne ? books.slice(0, 1) : books;
  const ids: string[] = [];
  for (const [index, { title }] of drafts.entries()) {
    const id = hashId(`${run.id} ${index}`);
    ids.push(id);
    await insertDraft(db, {
      id,
      organizationId: run.organization_id,
      importId: run.id,
      title: cutTitle(title),
      emoji: DEFAULT_EMOJI,
      first: { createdBy: run.created_by, message: 'Created the space' },
    });
  }
  return books.map((_, index) => ids[isOne ? 0 : index] ?? '');
}

/** A book that is the content of a draft, which only has to be shown. */
export interface DraftedBook {
  book: PreparedBook;
  change: BookChange;
  revisionId: string;
  /** The revision before. */
  previousId: string;
  summary: string;
}

/** Writes the revisions of drafts and their indexes; `progress` gets the number of pages so far. */
export async function writeDrafts(
  { db, clock }: ImportContext,
  run: BegunRun,
  books: readonly PreparedBook[],
  progress: (pages: number) => Promise<void>,
): Promise<DraftedBook[]> {
  const drafts: DraftedBook[] = [];
  let pages = 0;
  for (const book of books) {
    const change = addBook(EMPTY, book.content);
    const summary = summaryOf(change, run.origin);
    const revision = { ...change.content, message: summary, createdBy: run.created_by, now: clock.now() };
    drafts.push({ book, change, summary, ...(await writeDraft(db, book.spaceId, revision)) });
    await indexInTurns(db, book.spaceId);
    pages += flattenPages(change.content.pages).length;
    await progress(pages);
  }
  return drafts;
}

export function cutTitle(title: string): string {
  const cut = [...title].slice(0, MAX_TITLE).join('').trim();
  return cut === '' ? DEFAULT_TITLE : cut;
}

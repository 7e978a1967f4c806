import type { Transaction } from 'kysely';
import type { ContentEdits, ContentEditsResult, ContentEdit } from '#api/generated/types.gen.ts';
import {
  flattenPages,
  findPage,
  type PagePosition,
  pagePositions,
  slugOf,
  withPaths,
} from '#server/content/page-tree.ts';
import { getRevision } from '#server/content/revisions.ts';
import { type StoredContent, documentIdOf, type StoredPage } from '#server/content/storage.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/write-revision.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict, badValue } from '#server/errors.ts';
import { isEmoji } from '../spaces/spaces.rules.ts';
import {
  type ChangeContext,
  type ChangeRequestIds,
  changeRequestLabel,
  requireCurrentRevision,
  setMergedAncestor,
} from './change-request-changes.ts';
import { requireNotClosed } from './change-requests.rules.ts';
import { mergeVersions, type PreparedMerge, type MergeRevisions } from './merge-versions.ts';

/** The page tree after edits. */
interface EditedPages {
  pages: StoredPage[];
  /** Texts to store. */
  texts: string[];
  /** Ids of inserted pages, in the order of the edits. */
  inserted: string[];
}

interface EditState extends EditedPages {
  now: string;
}

/** Applies edits in order. Throws 400 with the path of the first invalid one: `body.changes[2].page`. */
function applyPageEdits(pages: readonly StoredPage[], edits: readonly ContentEdit[], now: Date): EditedPages {
  const existingIds = new Set(flattenPages(pages).map(({ id }) => id));
  let step: EditState = { pages: [...pages], texts: [], inserted: [], now: now.toISOString() };
  edits.forEach((edit, index) => {
    const path = `body.changes[${index}]`;
    if (edit.emoji !== undefined && edit.emoji !== '' && !isEmoji(edit.emoji)) {
      throw badValue(`${path}.emoji`, 'must be a single emoji or empty');
    }
    const next = EDITS[edit.operation](step, edit, path);
    step = { ...next, pages: withPaths(next.pages, existingIds) };
  });
  return step;
}

const EDITS: Record<
  ContentEdit['operation'],
  (step: EditState, edit: ContentEdit, path: string) => EditState
> = {
  insert_page(step, edit, path) {
    if (edit.page !== undefined) throw badValue(`${path}.page`, 'must be omitted for a new page');
    if (edit.title === undefined) throw badValue(`${path}.title`, 'is required for a new page');
    const { title, into = null, at, document } = edit;
    requireParent(step.pages, into, path);
    const markdown = document?.markdown ?? '';
    const page: StoredPage = {
      id: newId(),
      type: 'document',
      title,
      slug: slugOf(title),
      path: '',
      documentId: documentIdOf(markdown),
      createdAt: step.now,
      updatedAt: step.now,
      pages: [],
    };
    const newPage = applyDetails(page, edit);
    return {
      ...step,
      pages: insert(step.pages, into, newPage, at),
      texts: [...step.texts, markdown],
      inserted: [...step.inserted, page.id],
    };
  },

  update_page(step, edit, path) {
    const found = requirePage(step.pages, edit, path);
    const text = edit.document?.markdown;
    if (text !== undefined && (found.page.type === 'group' || found.page.type === 'link')) {
      throw badValue(`${path}.document`, `is not allowed for a page of type ${found.page.type}`);
    }
    const page = {
      ...applyDetails(found.page, edit),
      ...(edit.title !== undefined && { title: edit.title }),
      ...(text !== undefined && { documentId: documentIdOf(text) }),
      updatedAt: step.now,
    };
    const texts = text === undefined ? step.texts : [...step.texts, text];
    return { ...step, texts, pages: moveTo(step.pages, found, page, edit, path) };
  },

  delete_page(step, edit, path) {
    const { page } = requirePage(step.pages, edit, path);
    return { ...step, pages: replace(step.pages, page.id, () => []) };
  },
};

function requirePage(pages: readonly StoredPage[], { page }: ContentEdit, path: string): PagePosition {
  if (page === undefined) throw badValue(`${path}.page`, 'is required');
  const found = pagePositions(pages).get(page);
  if (!found) throw badValue(`${path}.page`, 'is not a page of the change request');
  return found;
}

function requireParent(pages: readonly StoredPage[], into: string | null, path: string): void {
  if (into !== null && !findPage(pages, into)) {
    throw badValue(`${path}.into`, 'is not a page of the change request');
  }
}

/** Sets description and emoji; empty strings remove them. */
function applyDetails(page: StoredPage, { description, emoji }: ContentEdit): StoredPage {
  const { description: previousDescription, emoji: previousEmoji, ...rest } = page;
  const details = { description: description ?? previousDescription, emoji: emoji ?? previousEmoji };
  return {
    ...rest,
    ...(details.description && { description: details.description }),
    ...(details.emoji && { emoji: details.emoji }),
  };
}

/** Replaces the page, and moves it where the edit says so. */
function moveTo(
  pages: readonly StoredPage[],
  found: PagePosition,
  page: StoredPage,
  { into = found.parentId, at }: ContentEdit,
  path: string,
): StoredPage[] {
  if (into === found.parentId && at === undefined) return replace(pages, page.id, () => [page]);
  requireParent(pages, into, path);
  if (into !== null && findPage([page], into)) {
    throw badValue(`${path}.into`, 'is the page itself or one of its subpages');
  }
  return insert(
    replace(pages, page.id, () => []),
    into,
    page,
    at,
  );
}

/** The tree with one page replaced by none, one or several. */
function replace(
  pages: readonly StoredPage[],
  id: string,
  change: (page: StoredPage) => StoredPage[],
): StoredPage[] {
  return pages.flatMap((page) =>
    page.id === id ? change(page) : [{ ...page, pages: replace(page.pages, id, change) }],
  );
}

/** The tree with a page inserted below `into`; an index past the end appends. */
function insert(
  pages: readonly StoredPage[],
  into: string | null,
  page: StoredPage,
  at: number | undefined,
): StoredPage[] {
  const insertInto = (siblings: readonly StoredPage[]) => siblings.toSpliced(at ?? siblings.length, 0, page);
  if (into === null) return insertInto(pages);
  return replace(pages, into, (parent) => [{ ...parent, pages: insertInto(parent.pages) }]);
}

/**
 * Applies page edits in one new revision. With `resolves` the space's content is merged first and the edits resolve the
 * conflicts.
 */
export async function editContent(
  trx: Transaction<Database>,
  { spaceId, changeRequestId }: ChangeRequestIds,
  { changes, revision, resolves }: ContentEdits,
  { actor, now }: ChangeContext,
  prepared?: PreparedMerge,
): Promise<ContentEditsResult> {
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest = await lockChangeRequest(trx, changeRequestId);
  requireNotClosed(changeRequest);
  requireCurrentRevision(revision, changeRequest.revision_id, 'The change request');
  requireCurrentRevision(resolves, space.revision_id, 'The space');
  const base: EditBase =
    resolves === undefined
      ? { content: await getRevision(trx, spaceId, changeRequest.revision_id), texts: [] }
      : await mergeSpaceChanges(
          trx,
          { changeRequest, resolves, prepared },
          new Set(changes.map(({ page }) => page)),
        );
  const edited = applyPageEdits(base.content.pages, changes, now);
  const written = await writeRevision(trx, {
    target: { changeRequest },
    type: resolves === undefined ? 'edits' : 'update',
    content: { ...base.content, pages: edited.pages },
    texts: [...base.texts, ...edited.texts],
    otherParents: resolves === undefined ? [] : [resolves],
    actor,
    now,
    audit: {
      action: 'editChangeRequestContent',
      summary: `Edited the content of the change request ${changeRequestLabel(changeRequest)}.`,
    },
  });
  if (resolves !== undefined) await setMergedAncestor(trx, changeRequestId, resolves);
  return { revision: written, pages: edited.inserted };
}

interface EditBase {
  content: StoredContent;
  texts: string[];
}

/** Merges the space into the change request; 409 where a conflicting page is not edited. */
async function mergeSpaceChanges(
  trx: Transaction<Database>,
  merge: { changeRequest: MergeRevisions; resolves: string; prepared?: PreparedMerge | undefined },
  resolvedIds: ReadonlySet<string | undefined>,
): Promise<EditBase> {
  const { content, texts, conflicts } = await mergeVersions(
    trx,
    merge.changeRequest,
    merge.resolves,
    merge.prepared,
  );
  const titles = new Map(flattenPages(content.pages).map(({ id, title }) => [id, title]));
  const unresolved = conflicts.filter(({ pageId }) => titles.has(pageId) && !resolvedIds.has(pageId));
  if (unresolved.length > 0) {
    const list = unresolved.map(({ pageId }) => `"${titles.get(pageId)}"`).join(', ');
    throw conflict(`These pages still have conflicts: ${list}.`);
  }
  return { content, texts };
}

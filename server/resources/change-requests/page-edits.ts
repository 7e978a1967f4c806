import {
  findPage,
  flattenPages,
  type PagePlace,
  placesOf,
  slugOf,
  withPaths,
} from '#server/content/page-tree.ts';
import { documentIdOf, type StoredPage } from '#server/content/storage.ts';
import { newId } from '#server/database/ids.ts';
import { badValue } from '#server/errors.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { isEmoji } from '../spaces/spaces.rules.ts';

/** A tree after edits, with what they brought. */
export interface EditedPages {
  pages: StoredPage[];
  /** Texts that the edits wrote. */
  texts: string[];
  /** Ids of inserted pages, in the order of the edits. */
  inserted: string[];
}

interface Step extends EditedPages {
  now: string;
}

/** Carries out edits in order. Throws 400 naming the place of the first that cannot be: `body.changes[2].page`. */
export function applyPageEdits(
  pages: readonly StoredPage[],
  edits: readonly ContentEdit[],
  now: Date,
): EditedPages {
  const settled = new Set(flattenPages(pages).map(({ id }) => id));
  let step: Step = { pages: [...pages], texts: [], inserted: [], now: now.toISOString() };
  edits.forEach((edit, index) => {
    const place = `body.changes[${index}]`;
    if (edit.emoji !== undefined && edit.emoji !== '' && !isEmoji(edit.emoji)) {
      throw badValue(`${place}.emoji`, 'must be a single emoji or empty');
    }
    const next = EDITS[edit.operation](step, edit, place);
    step = { ...next, pages: withPaths(next.pages, settled) };
  });
  return step;
}

const EDITS: Record<ContentEdit['operation'], (step: Step, edit: ContentEdit, place: string) => Step> = {
  insert_page(step, edit, place) {
    if (edit.page !== undefined) throw badValue(`${place}.page`, 'must be omitted for a new page');
    if (edit.title === undefined) throw badValue(`${place}.title`, 'is required for a new page');
    const { title, into = null, at, document } = edit;
    requireParent(step.pages, into, place);
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
    const described = describe(page, edit);
    return {
      ...step,
      pages: insert(step.pages, into, described, at),
      texts: [...step.texts, markdown],
      inserted: [...step.inserted, page.id],
    };
  },

  update_page(step, edit, place) {
    const found = requirePage(step.pages, edit, place);
    const text = edit.document?.markdown;
    if (text !== undefined && (found.page.type === 'group' || found.page.type === 'link')) {
      throw badValue(`${place}.document`, `is not allowed for a page of type ${found.page.type}`);
    }
    const page = {
      ...describe(found.page, edit),
      ...(edit.title !== undefined && { title: edit.title }),
      ...(text !== undefined && { documentId: documentIdOf(text) }),
      updatedAt: step.now,
    };
    const texts = text === undefined ? step.texts : [...step.texts, text];
    return { ...step, texts, pages: moveTo(step.pages, found, page, edit, place) };
  },

  delete_page(step, edit, place) {
    const { page } = requirePage(step.pages, edit, place);
    return { ...step, pages: replace(step.pages, page.id, () => []) };
  },
};

function requirePage(pages: readonly StoredPage[], { page }: ContentEdit, place: string): PagePlace {
  if (page === undefined) throw badValue(`${place}.page`, 'is required');
  const found = placesOf(pages).get(page);
  if (!found) throw badValue(`${place}.page`, 'is not a page of the change request');
  return found;
}

function requireParent(pages: readonly StoredPage[], into: string | null, place: string): void {
  if (into !== null && !findPage(pages, into)) {
    throw badValue(`${place}.into`, 'is not a page of the change request');
  }
}

/** The page with what an edit says about it beside title, text and place; empty texts take a field away. */
function describe(page: StoredPage, { description, emoji }: ContentEdit): StoredPage {
  const { description: formerDescription, emoji: formerEmoji, ...rest } = page;
  const said = { description: description ?? formerDescription, emoji: emoji ?? formerEmoji };
  return {
    ...rest,
    ...(said.description && { description: said.description }),
    ...(said.emoji && { emoji: said.emoji }),
  };
}

/** Puts the new version of a page where an edit wants it. */
function moveTo(
  pages: readonly StoredPage[],
  found: PagePlace,
  page: StoredPage,
  { into = found.parentId, at }: ContentEdit,
  place: string,
): StoredPage[] {
  if (into === found.parentId && at === undefined) return replace(pages, page.id, () => [page]);
  requireParent(pages, into, place);
  if (into !== null && findPage([page], into)) {
    throw badValue(`${place}.into`, 'is the page itself or one of its subpages');
  }
  return insert(
    replace(pages, page.id, () => []),
    into,
    page,
    at,
  );
}

/** The tree with the page of an id replaced by none, one or several. */
function replace(
  pages: readonly StoredPage[],
  id: string,
  change: (page: StoredPage) => StoredPage[],
): StoredPage[] {
  return pages.flatMap((page) =>
    page.id === id ? change(page) : [{ ...page, pages: replace(page.pages, id, change) }],
  );
}

/** The tree with a page below `into` at a place; past the end is the end. */
function insert(
  pages: readonly StoredPage[],
  into: string | null,
  page: StoredPage,
  at: number | undefined,
): StoredPage[] {
  const among = (siblings: readonly StoredPage[]) => siblings.toSpliced(at ?? siblings.length, 0, page);
  if (into === null) return among(pages);
  return replace(pages, into, (parent) => [{ ...parent, pages: among(parent.pages) }]);
}

import { pagePositions } from '../pages/page-tree.ts';
import type { StoredContent, StoredReusableContent } from '../pages/storage.ts';
import { documentIdOf } from '../pages/storage.ts';
import { mergeBook } from './merge-book.ts';
import { type FileConflict, mergeFiles } from './merge-files.ts';
import { chooseSide, type MergeTexts } from './merge-page.ts';
import { mergePages, type PageConflict, type PageParagraph, unchangedLists } from './merge-pages.ts';
import { type JoinedParagraph, mergeMarkdown, mergeText } from './merge-text.ts';

/** The three versions of a merge: the base, the current space, and the change request. */
export interface Versions {
  base: StoredContent;
  space: StoredContent;
  request: StoredContent;
}

/** The result of a merge: content to write if there are no conflicts. */
export interface MergedContent {
  content: StoredContent;
  /** Texts that none of the versions has. */
  texts: string[];
  conflicts: PageConflict[];
  fileConflicts: FileConflict[];
  /** Ids of reusable contents whose texts conflict. */
  reusableConflicts: string[];
  /** Paragraphs of pages and of reusable contents that were merged sentence by sentence. */
  paragraphs: PageParagraph[];
  reusableParagraphs: ReusableParagraph[];
}

interface ReusableParagraph extends JoinedParagraph {
  reusableContentId: string;
  title: string;
}

/** Whether a merge needs decisions of people. */
export function hasConflicts({ conflicts, fileConflicts, reusableConflicts }: MergedContent): boolean {
  return conflicts.length + fileConflicts.length + reusableConflicts.length > 0;
}

/** The document ids that a merge needs: those that are not in all three versions. */
export function textIdsForMerge({ base, space, request }: Versions): string[] {
  const unchanged = unchangedLists({ base: base.pages, space: space.pages, request: request.pages });
  const idsOf = ({ pages, reusableContents, book }: StoredContent) => [
    ...[...pagePositions(pages, unchanged).values()].flatMap(({ page }) => page.documentId ?? []),
    ...reusableContents.map(({ documentId }) => documentId),
    ...(book?.texts ?? []).map(({ documentId }) => documentId),
  ];
  const [inBase, inSpace, inRequest] = [base, space, request].map((version) => new Set(idsOf(version)));
  const isShared = (id: string) => inBase?.has(id) && inSpace?.has(id) && inRequest?.has(id);
  return [...new Set([base, space, request].flatMap(idsOf))].filter((id) => !isShared(id));
}

/** What a merge is of. */
export interface ContentMerge {
  versions: Versions;
  /** The texts of `textIdsForMerge`. */
  texts: ReadonlyMap<string, string>;
  /** Whether edits of one paragraph are merged, too. Someone has to see which these are. */
  bySentences: boolean;
}

/** Merges a change request with its space. Deterministic. */
export function mergeContent({ versions, texts, bySentences }: ContentMerge): MergedContent {
  const { base, space, request } = versions;
  const readText = (id: string | undefined) => texts.get(id ?? '') ?? '';
  const mergeTexts: MergeTexts = (...ids) => {
    const [was = '', ours = '', theirs = ''] = ids.map(readText);
    if (bySentences) return mergeMarkdown(was, ours, theirs);
    const text = mergeText(was, ours, theirs);
    return text === undefined ? undefined : { text, paragraphs: [] };
  };
  const pages = mergePages({ base: base.pages, space: space.pages, request: request.pages }, mergeTexts);
  const reusable = mergeReusable(versions, mergeTexts);
  const files = mergeFiles(versions);
  const book = mergeBook(versions, readText);
  return {
    content: {
      pages: pages.pages,
      files: files.files,
      reusableContents: reusable.items,
      ...(book.book && { book: book.book }),
    },
    texts: [...pages.texts, ...reusable.texts, ...book.texts],
    conflicts: pages.conflicts,
    fileConflicts: files.conflicts,
    reusableConflicts: reusable.conflicts,
    paragraphs: pages.paragraphs,
    reusableParagraphs: reusable.paragraphs,
  };
}

/** The items of both versions: an item that one removed is left out unless the other changed it. */
function mergeById<Item extends { id: string }>(
  base: readonly Item[],
  space: readonly Item[],
  request: readonly Item[],
): Item[] {
  const baseById = new Map(base.map((item) => [item.id, item]));
  const inSpace = new Map(space.map((item) => [item.id, item]));
  const inRequest = new Map(request.map((item) => [item.id, item]));
  return [...new Set([...inSpace.keys(), ...inRequest.keys()])].flatMap((id) => {
    const previous = baseById.get(id);
    const [ours, theirs] = [inSpace.get(id), inRequest.get(id)];
    if (ours && theirs) return chooseSide(previous, ours, theirs) === 'space' ? [ours] : [theirs];
    const remaining = ours ?? theirs;
    const isGone = previous !== undefined && chooseSide(previous, previous, remaining) === 'space';
    return remaining && !isGone ? [remaining] : [];
  });
}

function mergeReusable({ base, space, request }: Versions, mergeTexts: MergeTexts) {
  const find = (version: StoredContent, id: string) => version.reusableContents.find((one) => one.id === id);
  const texts: string[] = [];
  const conflicts: string[] = [];
  const paragraphs: ReusableParagraph[] = [];
  const merged = mergeById(base.reusableContents, space.reusableContents, request.reusableContents);
  const items = merged.map((item): StoredReusableContent => {
    const [previous, ours, theirs] = [base, space, request].map((version) => find(version, item.id));
    if (!ours || !theirs) return item;
    const title =
      chooseSide(previous?.title, ours.title, theirs.title) === 'space' ? ours.title : theirs.title;
    const side = chooseSide(previous?.documentId, ours.documentId, theirs.documentId);
    if (side !== 'conflict') {
      return { ...item, title, documentId: side === 'space' ? ours.documentId : theirs.documentId };
    }
    const joined = mergeTexts(previous?.documentId, ours.documentId, theirs.documentId);
    if (!joined) {
      conflicts.push(item.id);
      return { ...item, title, documentId: theirs.documentId };
    }
    texts.push(joined.text);
    for (const paragraph of joined.paragraphs)
      paragraphs.push({ ...paragraph, reusableContentId: item.id, title });
    return { ...item, title, documentId: documentIdOf(joined.text) };
  });
  return { items, texts, conflicts, paragraphs };
}

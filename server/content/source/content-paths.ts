import { replaceLinks } from '#api/source-links.ts';
import {
  indexSourcePaths,
  neighborIdOf,
  resolveSourcePath,
  type SourcePaths,
  type SourceTarget,
} from '#api/source-paths.ts';
import { groupPages } from '../pages/page-groups.ts';
import { flattenPages } from '../pages/page-tree.ts';
import type {
  StoredBook,
  StoredFileRef,
  StoredNeighbor,
  StoredPage,
  StoredReusableContent,
} from '../pages/storage.ts';

/** What addresses in files lead to. */
interface SourceContent {
  pages: readonly StoredPage[];
  files: readonly StoredFileRef[];
  reusableContents?: readonly StoredReusableContent[];
  book?: Pick<StoredBook, 'neighbors'> | undefined;
}

const NONE: readonly StoredNeighbor[] = [];

const indexes = new WeakMap<readonly object[], SourcePaths>();

/**
 * The pages, files and reusable contents of a revision by the paths of their files, and pages of other books. Remembered for
 * each list and each group of pages, as revisions share them.
 */
export function sourcePathsOf({ pages, files, reusableContents = [], book }: SourceContent): SourcePaths {
  return [
    ...groupPages(pages).flatMap((group) => pathsOf(group, 'page', () => flattenPages(group))),
    ...neighborPaths(book?.neighbors),
    ...pathsOf(files, 'file'),
    ...pathsOf(reusableContents, 'include'),
  ];
}

const neighborPaths = (neighbors: readonly StoredNeighbor[] = NONE): SourcePaths =>
  rememberedPaths(neighbors, () =>
    neighbors.map(({ path, ...page }) => ({ kind: 'space-page', id: neighborIdOf(page), path })),
  );

function pathsOf<Item extends { id: string; git?: { path: string } }>(
  list: readonly Item[],
  kind: SourceTarget['kind'],
  listAll: () => readonly Item[] = () => list,
): SourcePaths {
  return rememberedPaths(list, () =>
    listAll().flatMap(({ id, git }) => (git ? [{ kind, id, path: git.path }] : [])),
  );
}

function rememberedPaths(
  list: readonly object[],
  listFiles: () => (SourceTarget & { path: string })[],
): SourcePaths {
  const remembered = indexes.get(list);
  if (remembered) return remembered;
  const paths = indexSourcePaths(listFiles());
  indexes.set(list, paths);
  return paths;
}

/** The file that addresses are resolved from, and the files around it. */
export interface SourceContext {
  paths: SourcePaths;
  /** Of the file. */
  path: string;
}

/** Where addresses of a text are resolved; undefined for a text that is in no file. */
export function sourceContext(
  content: SourceContent,
  item: { git?: { path: string } | undefined } | undefined,
): SourceContext | undefined {
  return item?.git && { paths: sourcePathsOf(content), path: item.git.path };
}

/** A text whose addresses of files have ids. */
export function withIdAddresses(markdown: string, source: SourceContext | undefined): string {
  return source ? replaceLinks(markdown, (address) => idAddressOf(source, address)) : markdown;
}

/** The address with an id of what an address in a file leads to; undefined if that is no page or file. */
export function idAddressOf({ paths, path }: SourceContext, address: string): string | undefined {
  const target = resolveSourcePath(paths, path, address);
  if (!target || target.kind === 'include') return undefined;
  const fragment = address.includes('#') ? address.slice(address.indexOf('#')) : '';
  if (target.kind === 'file') return `/files/${target.id}`;
  return target.kind === 'page' ? `/pages/${target.id}${fragment}` : `/spaces/${target.id}${fragment}`;
}

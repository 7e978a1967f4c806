import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  listChangeRequestFilesOptions,
  listSpaceFilesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { DocumentNode, File, Page } from '#api/generated/types.gen.ts';
import { type DocumentContext, textField } from '#src/domain/document/inline-nodes.tsx';
import {
  fileOfPage,
  linkPlaces,
  type LinkPaths,
  showPaths,
  storePaths,
  withoutPaths,
} from '#src/domain/document/link-paths.ts';
import { parseHref } from '#src/domain/document/page-href.ts';
import type { ChangeRequestPath } from '../labels.ts';

/** The addresses of images and files to download in a text, as written. */
function fileSourcesIn(node: DocumentNode): string[] {
  const source =
    node.type === 'image'
      ? textField(node, 'src')
      : node.slot === 'file'
        ? textField(node, 'value')
        : undefined;
  const inside = (node.nodes ?? []).flatMap(fileSourcesIn);
  return source === undefined ? inside : [source, ...inside];
}

/** The file id in a content URL: `/files/ID`. */
const fileIdOf = (src: string) => /^\/files\/([\w-]+)/.exec(src.trim())?.[1];

/** File URLs are valid for an hour. */
const staleTimeMs = 30 * 60_000;

/** The URLs of the images of either side, and the names of files. */
export interface FileAddresses extends Record<'base' | 'next', DocumentContext['imageUrl']> {
  nameOf: (href: string) => string | undefined;
}

/**
 * Files for both sides of a page: from the space's and the change request's files, each as fallback for the other.
 * They are fetched only if a text contains one.
 */
export function useFileAddresses(path: ChangeRequestPath, texts: readonly DocumentNode[]): FileAddresses {
  const enabled = texts.flatMap(fileSourcesIn).some((src) => fileIdOf(src) !== undefined);
  const { spaceFiles, changeRequestFiles } = useFiles(path, enabled);
  const find =
    (...lists: (readonly File[] | undefined)[]) =>
    (src: string) => {
      const fileId = fileIdOf(src);
      if (fileId === undefined) return externalUrl(src, path.spaceId);
      for (const files of lists) {
        const url = files?.find(({ id }) => id === fileId)?.downloadURL;
        if (url !== undefined) return url;
      }
      return undefined;
    };
  return {
    base: find(spaceFiles, changeRequestFiles),
    next: find(changeRequestFiles, spaceFiles),
    nameOf(href) {
      const fileId = fileIdOf(href);
      const files = fileId === undefined ? [] : [...(changeRequestFiles ?? []), ...(spaceFiles ?? [])];
      return files.find(({ id }) => id === fileId)?.name;
    },
  };
}

/** The files of the space and of the change request, once they are fetched. */
function useFiles(path: ChangeRequestPath, enabled: boolean) {
  const more = { enabled, staleTime: staleTimeMs };
  const query = { limit: 1000 };
  const inSpace = useQuery({
    ...listSpaceFilesOptions({ path: { spaceId: path.spaceId }, query }),
    ...more,
  });
  const inRequest = useQuery({ ...listChangeRequestFilesOptions({ path, query }), ...more });
  return { spaceFiles: inSpace.data?.items, changeRequestFiles: inRequest.data?.items };
}

/** How the source of a page is shown: with the paths of the pages and files on both sides. */
export function useLinkPaths(
  path: ChangeRequestPath,
  page: Page | undefined,
  trees: { next: readonly Page[]; base: readonly Page[] },
  enabled: boolean,
): LinkPaths {
  const { spaceFiles = noFiles, changeRequestFiles = noFiles } = useFiles(path, enabled);
  const { next, base } = trees;
  const { spaceId } = path;
  const from = page && fileOfPage(page);
  const isWritten = page?.git !== undefined;
  return useMemo(() => {
    if (from === undefined) return withoutPaths;
    const places = linkPlaces(spaceId, [next, base], [...changeRequestFiles, ...spaceFiles]);
    return {
      key: `${from} ${changeRequestFiles.length} ${spaceFiles.length}`,
      show: (stored) => showPaths(stored, from, places),
      // The text of a file has the paths that people write.
      store: (shown, stored) => storePaths(shown, stored, from, { ...places, isWritten }),
    };
  }, [spaceId, from, isWritten, next, base, spaceFiles, changeRequestFiles]);
}

const noFiles: readonly File[] = [];

function externalUrl(src: string, spaceId: string): string | undefined {
  const address = parseHref(src, { spaceId, path: '' });
  return address.kind === 'external' ? address.url : undefined;
}

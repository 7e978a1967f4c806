import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  listChangeRequestFilesOptions,
  listSpaceFilesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { DocumentNode, File, Page } from '#api/generated/types.gen.ts';
import { useShowsPaths } from '#src/domain/document/capabilities.ts';
import { type DocumentContext, textField } from '#src/domain/document/inline-nodes.tsx';
import {
  fileOfPage,
  linkPlaces,
  type LinkPaths,
  showPaths,
  ShownText,
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
export function useFileAddresses(path: TextScope, texts: readonly DocumentNode[]): FileAddresses {
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
function useFiles({ spaceId, changeRequestId = '' }: TextScope, enabled: boolean) {
  const query = { limit: 1000 };
  const inSpace = useQuery({
    ...listSpaceFilesOptions({ path: { spaceId }, query }),
    enabled,
    staleTime: staleTimeMs,
  });
  const inRequest = useQuery({
    ...listChangeRequestFilesOptions({ path: { spaceId, changeRequestId }, query }),
    enabled: enabled && changeRequestId !== '',
    staleTime: staleTimeMs,
  });
  return { spaceFiles: inSpace.data?.items, changeRequestFiles: inRequest.data?.items };
}

/** Where a text is: in a space or in one of its change requests. */
export type TextScope = Pick<ChangeRequestPath, 'spaceId'> & Partial<ChangeRequestPath>;

/** The file of a text. */
export interface TextFile {
  path: string;
  /** Whether the text came from it: then it has the paths that people write. */
  isWritten: boolean;
}

export const textFileOf = (page: Page | undefined): TextFile | undefined =>
  page && { path: fileOfPage(page), isWritten: page.git !== undefined };

/** How a text is shown: with the paths of the pages and files on both sides. */
export function useLinkPaths(
  { spaceId, changeRequestId }: TextScope,
  file: TextFile | undefined,
  trees: { next: readonly Page[] | undefined; base: readonly Page[] | undefined },
  isShown: boolean,
): LinkPaths {
  const enabled = useShowsPaths() && isShown;
  const files = useFiles({ spaceId, changeRequestId }, enabled);
  const { spaceFiles = noFiles, changeRequestFiles = noFiles } = files;
  const { next = noPages, base = noPages } = trees;
  const { path: from, isWritten = false } = file ?? {};
  return useMemo(() => {
    if (from === undefined || !enabled) return withoutPaths;
    const places = {
      ...linkPlaces(spaceId, [next, base], [...changeRequestFiles, ...spaceFiles]),
      // The text of a file has the paths that people write.
      isWritten,
    };
    const open = (stored: string) => new ShownText(stored, { from, places });
    return {
      key: `${from} ${next.length} ${base.length} ${changeRequestFiles.length} ${spaceFiles.length}`,
      show: (stored) => showPaths(stored, from, places),
      store: (shown, stored) => open(stored).store(shown),
      open,
    };
  }, [spaceId, enabled, from, isWritten, next, base, spaceFiles, changeRequestFiles]);
}

const noFiles: readonly File[] = [];
const noPages: readonly Page[] = [];

function externalUrl(src: string, spaceId: string): string | undefined {
  const address = parseHref(src, { spaceId, path: '' });
  return address.kind === 'external' ? address.url : undefined;
}

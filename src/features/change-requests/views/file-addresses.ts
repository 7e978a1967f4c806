import { useQuery } from '@tanstack/react-query';
import {
  listChangeRequestFilesOptions,
  listSpaceFilesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { DocumentNode, File } from '#api/generated/types.gen.ts';
import { type DocumentContext, textField } from '#src/domain/document/inline-nodes.tsx';
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
  const more = { enabled, staleTime: staleTimeMs };
  const query = { limit: 1000 };
  const spaceFiles = useQuery({
    ...listSpaceFilesOptions({ path: { spaceId: path.spaceId }, query }),
    ...more,
  }).data?.items;
  const changeRequestFiles = useQuery({ ...listChangeRequestFilesOptions({ path, query }), ...more }).data
    ?.items;
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

function externalUrl(src: string, spaceId: string): string | undefined {
  const address = parseHref(src, { spaceId, path: '' });
  return address.kind === 'external' ? address.url : undefined;
}

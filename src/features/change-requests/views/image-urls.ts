import { useQuery } from '@tanstack/react-query';
import {
  listChangeRequestFilesOptions,
  listSpaceFilesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { DocumentNode, File } from '#api/generated/types.gen.ts';
import { textField } from '#src/components/document/document-nodes.ts';
import type { DocumentContext } from '#src/components/document/inline-nodes.tsx';
import type { ChangeRequestPath } from '../change-request-labels.ts';

/** The addresses of the pictures in a text, as they are written. */
export function imageSourcesIn(node: DocumentNode): string[] {
  const own = node.type === 'image' ? textField(node, 'src') : undefined;
  const inside = (node.nodes ?? []).flatMap(imageSourcesIn);
  return own === undefined ? inside : [own, ...inside];
}

/** The id of the file that an address within the content names: `/files/ID`. */
const fileIdOf = (src: string) => /^\/files\/([\w-]+)/.exec(src.trim())?.[1];

/** Addresses of files work for an hour. */
const staleTimeMs = 30 * 60_000;

/**
 * Where the pictures of both sides of a page are fetched: those of files of the space on one, of the change request on
 * the other. A file that only one of them has serves both. The files are asked for once a text shows one.
 *
 * @fallbackUrl fallbackUrl where a picture is fetched that is no file of the content
 */
export function useImageUrls(
  path: ChangeRequestPath,
  before: DocumentNode,
  after: DocumentNode,
  fallbackUrl: DocumentContext['imageUrl'],
): Record<'base' | 'next', DocumentContext['imageUrl']> {
  const enabled = [before, after].flatMap(imageSourcesIn).some((src) => fileIdOf(src) !== undefined);
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
      const wanted = fileIdOf(src);
      if (wanted === undefined) return fallbackUrl(src);
      for (const files of lists) {
        const url = files?.find(({ id }) => id === wanted)?.downloadURL;
        if (url !== undefined) return url;
      }
      return undefined;
    };
  return { base: find(spaceFiles, changeRequestFiles), next: find(changeRequestFiles, spaceFiles) };
}

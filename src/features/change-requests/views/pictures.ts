import { useQuery } from '@tanstack/react-query';
import {
  listChangeRequestFilesOptions,
  listSpaceFilesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { DocumentNode, File } from '#api/generated/types.gen.ts';
import { textField } from '#src/components/document/document-nodes.ts';
import type { DocumentSurroundings } from '#src/components/document/inline-nodes.tsx';
import type { ChangeRequestPath } from '../change-request-words.ts';

/** The addresses of the pictures in a text, as they are written. */
export function picturesIn(node: DocumentNode): string[] {
  const own = node.type === 'image' ? textField(node, 'src') : undefined;
  const inside = (node.nodes ?? []).flatMap(picturesIn);
  return own === undefined ? inside : [own, ...inside];
}

/** The id of the file that an address within the content names: `/files/ID`. */
const fileOf = (src: string) => /^\/files\/([\w-]+)/.exec(src.trim())?.[1];

/** Addresses of files work for an hour. */
const kept = 30 * 60_000;

/**
 * Where the pictures of both sides of a page are fetched: those of files of the space on one, of the change request on
 * the other. A file that only one of them has serves both. The files are asked for once a text shows one.
 *
 * @param elsewhere where a picture is fetched that is no file of the content
 */
export function usePictures(
  path: ChangeRequestPath,
  before: DocumentNode,
  after: DocumentNode,
  elsewhere: DocumentSurroundings['pictureUrl'],
): Record<'base' | 'next', DocumentSurroundings['pictureUrl']> {
  const enabled = [before, after].flatMap(picturesIn).some((src) => fileOf(src) !== undefined);
  const more = { enabled, staleTime: kept };
  const query = { limit: 1000 };
  const ofSpace = useQuery({
    ...listSpaceFilesOptions({ path: { spaceId: path.spaceId }, query }),
    ...more,
  }).data?.items;
  const ofProposal = useQuery({ ...listChangeRequestFilesOptions({ path, query }), ...more }).data?.items;
  const find =
    (...lists: (readonly File[] | undefined)[]) =>
    (src: string) => {
      const wanted = fileOf(src);
      if (wanted === undefined) return elsewhere(src);
      for (const files of lists) {
        const url = files?.find(({ id }) => id === wanted)?.downloadURL;
        if (url !== undefined) return url;
      }
      return undefined;
    };
  return { base: find(ofSpace, ofProposal), next: find(ofProposal, ofSpace) };
}

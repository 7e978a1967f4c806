import type { ReusableContent } from '#api/generated/types.gen.ts';
import { relativePath } from '#api/source-paths.ts';

/**
 * The address by which a text includes a reusable content: the path of its file, or its id if it was made here.
 * @param from the path of the file of the text, if it came from one
 */
export const includeAddress = (
  { id, git }: Pick<ReusableContent, 'id' | 'git'>,
  from: string | undefined,
): string =>
  git?.path === undefined ? `/reusable-contents/${id}` : relativePath(from ?? 'README.md', git.path);

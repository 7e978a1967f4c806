import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { reusableContentOf } from '#src/domain/reusable-contents/queries.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { fileOfContent } from '../reusable/content-paths.tsx';
import { textFileOf, useLinkPaths } from '../views/file-addresses.ts';
import { treeOf, useSides } from '../views/sides.ts';
import type { TextConflict } from './resolution.ts';

interface ConflictPathsProps {
  path: ChangeRequestPath;
  conflict: TextConflict;
  children: ReactNode;
}

/** Shows the texts of a conflict with paths for ids, as the space and the change request have them. */
export function ConflictPaths({ path, conflict, children }: ConflictPathsProps) {
  const { spaceId, changeRequestId } = path;
  const { page: id, isReusable = false } = conflict;
  const sides = useSides(path, 'main');
  const base = useQuery(treeOf(sides.base)).data;
  const next = useQuery(treeOf(sides.next)).data;
  const content = useQuery({
    ...reusableContentOf({ spaceId, changeRequest: changeRequestId }, id),
    enabled: isReusable,
  }).data;
  const file = isReusable
    ? content && fileOfContent(content)
    : textFileOf(findPage(next, id) ?? findPage(base, id));
  const paths = useLinkPaths(path, file, { next, base }, next !== undefined && base !== undefined);
  return <LinkPathsContext value={paths}>{children}</LinkPathsContext>;
}

function findPage(pages: readonly Page[] = [], id: string): Page | undefined {
  for (const page of pages) {
    const found = page.id === id ? page : findPage(page.pages, id);
    if (found) return found;
  }
  return undefined;
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { type TextFile, type TextScope, useLinkPaths } from '../views/file-addresses.ts';
import { type Side, treeOf } from '../views/sides.ts';

/** The file of a reusable content: that it came from, or one where an export writes it. */
export const fileOfContent = ({ id, git }: Pick<ReusableContent, 'id' | 'git'>): TextFile => ({
  path: git?.path ?? `.gitbook/includes/${id}.md`,
  isWritten: git !== undefined,
});

interface ContentPathsProps {
  scope: TextScope;
  content: ReusableContent;
  sides: { base: Side; next: Side };
  children: ReactNode;
}

/** Shows the text of a reusable content with paths for ids. */
export function ContentPaths({ scope, content, sides, children }: ContentPathsProps) {
  const base = useQuery(treeOf(sides.base)).data;
  const next = useQuery(treeOf(sides.next)).data;
  const isLoaded = base !== undefined && next !== undefined;
  const paths = useLinkPaths(scope, fileOfContent(content), { base, next }, isLoaded);
  return <LinkPathsContext value={paths}>{children}</LinkPathsContext>;
}

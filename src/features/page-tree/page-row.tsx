import { EyeOff, TriangleAlert } from 'lucide-react';
import type { User } from '#api/generated/types.gen.ts';
import { type RowContentProps, RowMenuButton, RowTitle } from '#src/components/tree/tree-row.tsx';
import { pageAriaLabel, PageIcon } from '#src/domain/page/page-icon.tsx';
import { describeMark } from '#src/domain/presence/describe-editors.ts';
import { EditorMark } from '#src/domain/presence/editor-mark.tsx';
import type { PageReads } from '#src/domain/published/page-reads.tsx';
import type { TreePage } from './page-tree.ts';

/** A page with what its row says about it. */
export interface PageRowItem {
  page: TreePage;
  /** The change: “Added”. */
  mark: string | undefined;
  /** Why the last change failed. */
  problem: string | undefined;
  /** Who is editing it now. */
  editors: readonly User[] | undefined;
  /** How often it was read, where that is known. */
  read: ReturnType<PageReads>;
}

/** The contract's limit on titles. */
const titleLimit = 200;

export const labelOfRow = ({ page, mark, problem, editors, read }: PageRowItem): string =>
  [
    pageAriaLabel(page),
    ...(mark ? [mark] : []),
    ...(problem ? [problem] : []),
    ...(editors ? [describeMark(editors)] : []),
    ...(read ? [read.views] : []),
  ].join(', ');

export function PageRow({ item: { page, mark, problem, editors, read } }: RowContentProps<PageRowItem>) {
  return (
    <>
      <PageIcon page={page} />
      <span className="flex min-w-0 flex-1">
        <RowTitle item={page} limit={titleLimit} isStrong={page.type === 'group'} />
      </span>
      {page.hidden && (
        <span data-tip="Hidden from navigation" className="pr-1">
          <EyeOff aria-hidden="true" className="size-3.5 text-ink-soft" />
        </span>
      )}
      {problem !== undefined && (
        <span data-tip={problem} className="pr-1">
          <TriangleAlert aria-hidden="true" className="size-3.5 text-danger-ink" />
        </span>
      )}
      {editors && <EditorMark editors={editors} />}
      {read?.mark}
      {mark !== undefined && <span className="shrink-0 text-xs text-ink-soft">{mark}</span>}
      <RowMenuButton title={page.title} />
    </>
  );
}

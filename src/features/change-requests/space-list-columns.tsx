import { MessageSquare } from 'lucide-react';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import type { Column } from '#src/components/table/columns.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Time } from '#src/ui/time.tsx';
import { isUnfinished, nameOf } from './change-request-labels.ts';

export const spaceListColumns: readonly Column<ChangeRequest>[] = [
  {
    id: 'subject',
    header: 'Subject',
    cell: (row) => (
      <>
        <span className="text-ink-soft tabular-nums">#{row.number}</span>
        <span dir="auto" className="min-w-0 truncate">
          {nameOf(row)}
        </span>
        {row.outdated && isUnfinished(row) && <Badge tone="warning">Outdated</Badge>}
      </>
    ),
  },
  {
    id: 'author',
    header: 'Author',
    width: '12rem',
    from: 'md',
    cell: ({ createdBy }) => (
      <span className="flex items-center gap-2">
        <Avatar name={createdBy.displayName} src={createdBy.photoURL} size="small" />
        <bdi className="min-w-0 truncate">{createdBy.displayName}</bdi>
      </span>
    ),
  },
  {
    id: 'comments',
    header: 'Comments',
    width: '6.5rem',
    phone: 'aside',
    cell: ({ comments }) =>
      comments > 0 && (
        <span
          className="flex items-center gap-1 text-ink-soft tabular-nums"
          data-tip={formatCount(comments, 'open comment')}
        >
          <MessageSquare aria-hidden="true" className="size-3.5" />
          {comments}
        </span>
      ),
  },
  { id: 'updated', header: 'Updated', width: '9rem', cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

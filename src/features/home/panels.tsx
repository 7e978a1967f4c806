import { Link } from '@tanstack/react-router';
import { GitPullRequest } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ChangeRequestCounts } from '#api/generated/types.gen.ts';
import { itemKinds } from '#src/domain/recent/item-kinds.ts';
import { linkToItem, type RecentItem } from '#src/domain/recent/recent-items.ts';
import { formatNumber } from '#src/lib/text/format.ts';

/** A row that is one link. */
export const linkRow =
  'flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-hover';

/** A link of the side column. */
export const sideRow =
  '-mx-2 flex min-h-9 items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover pointer-coarse:min-h-11';

const ownViews = [
  { of: 'mine', view: 'mine', label: 'Open' },
  { of: 'drafts', view: 'drafts', label: 'Drafts' },
] as const;

interface OwnChangeRequestsProps {
  organizationId: string;
  counts: ChangeRequestCounts;
}

/** The unfinished change requests that the user created. Nothing without any. */
export function OwnChangeRequests({ organizationId, counts }: OwnChangeRequestsProps) {
  const visibleViews = ownViews.filter((one) => counts[one.of] > 0);
  if (visibleViews.length === 0) return null;
  return (
    <Panel title="Your change requests">
      {visibleViews.map(({ of, view, label }) => (
        <li key={of}>
          <Link to="/o/$organizationId/inbox/$view" params={{ organizationId, view }} className={sideRow}>
            <GitPullRequest aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1 font-medium">{label}</span>
            <span className="text-ink-soft tabular-nums">{formatNumber(counts[of])}</span>
          </Link>
        </li>
      ))}
    </Panel>
  );
}

interface ItemListProps {
  title: string;
  organizationId: string;
  items: readonly RecentItem[];
  className?: string;
}

/** Links to recent or favorite items. Nothing without any. */
export function ItemList({ title, organizationId, items, className }: ItemListProps) {
  if (items.length === 0) return null;
  return (
    <Panel title={title} className={className}>
      {items.map((item) => {
        const { Icon, label } = itemKinds[item.kind];
        return (
          <li key={`${item.kind} ${item.within} ${item.id}`}>
            <Link {...linkToItem(organizationId, item)} className={sideRow}>
              <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
                {item.title}
              </span>
              <span className="shrink-0 text-xs text-ink-soft">{label}</span>
            </Link>
          </li>
        );
      })}
    </Panel>
  );
}

interface PanelProps {
  title: string;
  className?: string | undefined;
  /** The rows, as list items. */
  children: ReactNode;
}

/** A titled list in the side column. */
export function Panel({ title, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="mb-1 font-semibold">
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

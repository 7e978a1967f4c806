import { Link } from '@tanstack/react-router';
import {
  AppWindow,
  Book,
  FileBraces,
  Folder,
  GitPullRequest,
  type LucideIcon,
  User,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChangeRequestCounts } from '#api/generated/types.gen.ts';
import { linkToItem, type RecentItem, type ItemKind } from '#src/domain/recent/recent-items.ts';
import {
  changeRequestLabel,
  changesRequestedLabel,
  collectionLabel,
  memberLabel,
  needsYourReviewLabel,
  siteLabel,
  spaceLabel,
  teamLabel,
} from '#src/lib/shared-labels.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

interface ChangeRequestBarProps {
  organizationId: string;
  counts: ChangeRequestCounts;
}

const segments = [
  { of: 'needsMe', view: 'needs-me', label: needsYourReviewLabel, fill: 'fill-accent' },
  { of: 'returned', view: 'returned', label: changesRequestedLabel, fill: 'fill-warning-line' },
  { of: 'waiting', view: 'waiting', label: 'Waiting on others', fill: 'fill-info-line' },
  { of: 'drafts', view: 'drafts', label: 'Drafts', fill: 'fill-line-strong' },
] as const;

/** Change requests of an organization as a bar, with segments in proportion. */
export function ChangeRequestBar({ organizationId, counts }: ChangeRequestBarProps) {
  const shown = segments.map((part) => ({ ...part, count: counts[part.of] }));
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  const bars = shown.map((part, index) => ({
    ...part,
    x: share(shown.slice(0, index).reduce((sum, { count }) => sum + count, 0)),
    width: share(part.count),
  }));
  return (
    <div className="px-4 py-3">
      <svg
        role="img"
        aria-label={`${formatCount(counts.open, 'open change request')}`}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-sm"
      >
        <rect width="100" height="4" className="fill-line" />
        {bars.map(({ of, x, width, fill }) => (
          <rect key={of} x={x} width={width} height="4" className={fill} />
        ))}
      </svg>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {bars.map(({ of, view, label, count, fill }) => (
          <li key={of} className="flex items-center gap-1.5">
            <svg aria-hidden="true" className="size-2.5">
              <rect width="100%" height="100%" rx="2" className={fill} />
            </svg>
            <Link to="/o/$organizationId/inbox/$view" params={{ organizationId, view }} className="link">
              {label}
            </Link>
            <span className="tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const kindLabels: Record<ItemKind, { Icon: LucideIcon; label: string }> = {
  'change-request': { Icon: GitPullRequest, label: changeRequestLabel },
  space: { Icon: Book, label: spaceLabel },
  site: { Icon: AppWindow, label: siteLabel },
  collection: { Icon: Folder, label: collectionLabel },
  member: { Icon: User, label: memberLabel },
  team: { Icon: Users, label: teamLabel },
  'api-spec': { Icon: FileBraces, label: 'API specification' },
};

interface ItemListProps {
  organizationId: string;
  items: readonly RecentItem[];
  /** Shown when empty: how to add entries. */
  empty: string;
}

/** Links to recent or favorite items. */
export function ItemList({ organizationId, items, empty }: ItemListProps) {
  if (items.length === 0) return <p className="p-4 text-ink-soft text-pretty">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
        const { Icon, label } = kindLabels[item.kind];
        return (
          <li key={`${item.kind} ${item.id}`}>
            <Link
              {...linkToItem(organizationId, item)}
              className="flex h-11 items-center gap-3 px-4 -outline-offset-2 hover:bg-hover"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {item.title}
              </span>
              <span className="text-xs text-ink-soft">{label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

interface PanelProps {
  title: string;
  /** Id of the heading. With it the panel becomes a landmark, so its name must be unique on the page. */
  id?: string;
  /** Link to the full list. */
  more?: ReactNode;
  children: ReactNode;
}

/** A titled panel of the home screen. */
export function Panel({ title, id, more, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line">
      <header className="flex items-center justify-between border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        {more}
      </header>
      {children}
    </section>
  );
}

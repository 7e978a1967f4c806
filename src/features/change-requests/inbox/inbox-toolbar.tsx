import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  AlarmClock,
  ArrowDownWideNarrow,
  ChevronDown,
  Eye,
  ListChecks,
  X,
  Archive,
  GitMerge,
  MessageSquareCheck,
  MessageSquareX,
  RefreshCw,
} from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequestBucket, OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { currentUser } from '#src/api/session/session.ts';
import { SearchField } from '#src/components/table/search-field.tsx';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import type { Store } from '#src/lib/store.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { scrollToSelectedTab, TabCount, tabRow } from '#src/ui/tabs.tsx';
import { useQueuesMerges } from '../capabilities.ts';
import { useNoReviewsReason } from '../denial-reasons.ts';
import { type Bucket, buckets } from './buckets.ts';
import { bulkDenialReasons, type InboxBulkAction } from './bulk-plan.ts';
import type { Marks } from './marks.ts';
import { bucketCountsOf, type InboxSearch, parseInboxSearch, rowFilters } from './queries.ts';
import { type Snooze, snoozeEntries, toggleSeen } from './snooze.tsx';

export type InboxDialog = InboxBulkAction | 'merge' | 'snooze' | 'queue';

interface InboxSelectionBarProps {
  chosen: readonly OrganizationChangeRequest[];
  marks: Marks;
  onSnooze: Snooze;
  onClear: () => void;
  onDialog: (dialog: InboxDialog) => void;
}

/** Bulk actions of the inbox. */
export function InboxSelectionBar({ chosen, marks, onSnooze, onClear, onDialog }: InboxSelectionBarProps) {
  const denialReasons = bulkDenialReasons(chosen, currentUser()?.id);
  const noReviews = useNoReviewsReason() ?? denialReasons.review;
  return (
    <SelectionBar
      count={chosen.length}
      noun="change request"
      onClear={onClear}
      actions={[
        {
          label: 'Approve…',
          icon: <MessageSquareCheck />,
          disabledReason: noReviews,
          onSelect: () => onDialog('approved'),
        },
        {
          label: 'Request changes…',
          icon: <MessageSquareX />,
          disabledReason: noReviews,
          onSelect: () => onDialog('changes-requested'),
        },
        {
          label: 'Update…',
          icon: <RefreshCw />,
          disabledReason: denialReasons.update,
          onSelect: () => onDialog('update'),
        },
        {
          label: 'Archive…',
          icon: <Archive />,
          disabledReason: denialReasons.archive,
          onSelect: () => onDialog('archive'),
        },
        {
          label: 'Snooze',
          icon: <AlarmClock />,
          entries: () => snoozeEntries(marks, chosen, onSnooze, () => onDialog('snooze')),
        },
        {
          label: 'Merge…',
          icon: <GitMerge />,
          prominent: true,
          disabledReason: denialReasons.merge,
          onSelect: () => onDialog('merge'),
        },
      ]}
    />
  );
}

interface BucketTabsProps {
  organizationId: string;
  /** The bucket that is shown. */
  view: ChangeRequestBucket;
}

/** Tabs of the inbox with counts; each has its own URL. Those that few look at every day are in a menu until shown. */
export function BucketTabs({ organizationId, view }: BucketTabsProps) {
  const { data: counts } = useQuery(bucketCountsOf(organizationId));
  const navigate = useNavigate();
  const tabs = buckets.filter(({ value, more }: Bucket) => more === undefined || value === view);
  const more = () =>
    buckets.flatMap(({ value, label, count, more: hint }: Bucket) =>
      hint === undefined
        ? []
        : {
            label: counts ? `${label} (${formatNumber(counts[count])})` : label,
            hint,
            checked: value === view,
            onSelect: () =>
              void navigate({
                to: '/o/$organizationId/inbox/$view',
                params: { organizationId, view: value },
                search: (old) => rowFilters(parseInboxSearch(old)),
              }),
          },
    );
  return (
    <nav key={view} aria-label="Inbox tabs" className={tabRow} ref={scrollToSelectedTab}>
      {tabs.map(({ value, label, count }) => (
        <Link
          key={value}
          to="/o/$organizationId/inbox/$view"
          params={{ organizationId, view: value }}
          search={(old) => rowFilters(parseInboxSearch(old))}
          activeOptions={{ includeSearch: false }}
          className="tab"
        >
          {label}
          {/* Keeps the place of two digits, so that nothing moves when the counts arrive. */}
          <span className="min-w-4">{counts && <TabCount count={counts[count]} />}</span>
        </Link>
      ))}
      <MenuButton
        label="More inbox tabs"
        entries={more}
        size="small"
        tone="quiet"
        className="-ml-2.5 self-center"
      >
        More
        <ChevronDown aria-hidden="true" />
      </MenuButton>
    </nav>
  );
}

interface InboxToolbarProps {
  organizationId: string;
  search: InboxSearch;
  /** Changes some URL parameters and keeps the others. */
  onSearch: (change: InboxSearch) => void;
  /** Number of snoozed rows among those loaded. */
  snoozedCount: number;
  /** Loaded rows that changed since the last visit. */
  unseen: readonly OrganizationChangeRequest[];
  store: Store<Marks>;
  /** Opens the merge queue. */
  onQueue?: () => void;
}

/** Search and filters of the inbox, and what is new. */
export function InboxToolbar({
  organizationId,
  search,
  onSearch,
  snoozedCount,
  unseen,
  store,
  onQueue,
}: InboxToolbarProps) {
  const queues = useQueuesMerges();
  const hasLimitedData = isUnsupported(useQuery(bucketCountsOf(organizationId)).error);
  const more = () => [
    {
      label: 'Newest first',
      icon: <ArrowDownWideNarrow />,
      checked: search.sort === 'createdAt',
      onSelect: () => onSearch({ sort: search.sort === 'createdAt' ? undefined : 'createdAt' }),
    },
    {
      label: 'Mark all as seen',
      icon: <Eye />,
      disabledReason: unseen.length === 0 && 'No unseen changes.',
      onSelect: () => toggleSeen(store, unseen, true),
    },
    {
      label: 'Show snoozed',
      icon: <AlarmClock />,
      checked: search.snoozed === 'shown',
      onSelect: () => onSearch({ snoozed: search.snoozed === 'shown' ? undefined : 'shown' }),
    },
    ...(queues && onQueue ? [{ label: 'Merge queue', icon: <ListChecks />, onSelect: onQueue }] : []),
  ];
  return (
    <div className="inbox-toolbar">
      <div className="flex gap-2">
        <SearchField
          label="Search subjects"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ q: q || undefined, at: undefined })}
          className="min-w-0 flex-1"
        />
        <ListMenu moreEntries={more} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft empty:hidden">
        {search.space && (
          <SpaceFilterButton id={search.space} onClear={() => onSearch({ space: undefined })} />
        )}
        {unseen.length > 0 && <span>{formatCount(unseen.length, 'change')} since your last visit</span>}
        {snoozedCount > 0 && <span>{formatNumber(snoozedCount)} snoozed</span>}
        {hasLimitedData && (
          <span>
            This server doesn’t list requested reviewers across spaces. Change requests you can review count
            as needing your review, and review results are not shown.
          </span>
        )}
      </div>
    </div>
  );
}

function SpaceFilterButton({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useQuery(getSpaceOptions({ path: { spaceId: id } }));
  return (
    <Button size="small" icon={<X />} onClick={onClear}>
      Only {data?.title ?? 'one space'}
    </Button>
  );
}

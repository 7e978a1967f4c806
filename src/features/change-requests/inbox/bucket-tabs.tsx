import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { scrollToSelectedTab, TabCount, tabRow } from '#src/ui/tabs.tsx';
import { buckets } from './buckets.ts';
import { bucketCountsOf, parseInboxSearch, rowFilters } from './inbox-list-query.ts';

/** Tabs of the inbox with counts; each has its own URL. */
export function BucketTabs({ organizationId }: { organizationId: string }) {
  const { data: counts } = useQuery(bucketCountsOf(organizationId));
  return (
    <nav aria-label="Inbox tabs" className={tabRow} ref={scrollToSelectedTab}>
      {buckets.map(({ value, label, count }) => (
        <Link
          key={value}
          to="/o/$organizationId/inbox/$view"
          params={{ organizationId, view: value }}
          search={(old) => rowFilters(parseInboxSearch(old))}
          activeOptions={{ includeSearch: false }}
          className="tab"
        >
          {label}
          {counts && <TabCount count={counts[count]} className="ml-1.5" />}
        </Link>
      ))}
    </nav>
  );
}

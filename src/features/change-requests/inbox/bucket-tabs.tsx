import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { scrollToSelectedTab, TabCount, tabRow } from '#src/ui/tabs.tsx';
import { buckets } from './buckets.ts';
import { bucketCountsOf, parseInboxSearch, rowFilters } from './inbox-list-query.ts';

/** The buckets of the inbox with their counts, each with an address of its own. */
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

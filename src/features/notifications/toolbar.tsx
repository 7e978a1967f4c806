import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { reasonName } from '#src/domain/notifications/labels.ts';
import { unreadCountOf } from '#src/domain/notifications/queries.ts';
import { Select } from '#src/ui/form/select.tsx';
import { scrollToSelectedTab, TabCount, tabRow } from '#src/ui/tabs.tsx';
import { type NotificationSearch, parseNotificationSearch } from './notification-search.ts';
import { reasons, stateTabs } from './queries.ts';

interface StateTabsProps {
  organizationId: string;
  search: NotificationSearch;
}

/** Inbox, unread, snoozed and done. The filters stay. */
export function StateTabs({ organizationId, search }: StateTabsProps) {
  const { data: count } = useQuery(unreadCountOf(organizationId));
  const { state = 'inbox', ...filters } = search;
  return (
    <nav key={state} aria-label="Notifications" className={tabRow} ref={scrollToSelectedTab}>
      {stateTabs.map(({ value, label }) => (
        <Link
          key={value}
          to="/o/$organizationId/notifications"
          params={{ organizationId }}
          search={parseNotificationSearch({ ...filters, state: value })}
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={value === state ? 'page' : undefined}
          className="tab"
        >
          {label}
          {/* Keeps the place of two digits, so that nothing moves when the number arrives. */}
          {value === 'unread' && search.scope === undefined && (
            <span className="min-w-4">{count && count.unread > 0 && <TabCount count={count.unread} />}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

interface NotificationFiltersProps {
  search: NotificationSearch;
  /** Title of the open organization. */
  organization: string;
  onSearch: (search: NotificationSearch) => void;
}

export function NotificationFilters({ search, organization, onSearch }: NotificationFiltersProps) {
  const { reason = '', scope = '' } = search;
  const change = (name: keyof NotificationSearch, value: string) =>
    onSearch(parseNotificationSearch({ ...search, [name]: value }));
  return (
    <FilterBar
      active={[reason, scope].filter(Boolean).length}
      onClear={() => onSearch(parseNotificationSearch({ state: search.state }))}
    >
      <Select
        aria-label="Reason"
        value={reason}
        options={[
          { value: '', label: 'Any reason' },
          ...reasons.map((value) => ({ value, label: reasonName(value) })),
        ]}
        onChange={(value) => change('reason', value)}
        className="w-full sm:w-52"
      />
      <Select
        aria-label="Organization"
        value={scope}
        options={[
          { value: '', label: organization },
          { value: 'all', label: 'All organizations' },
        ]}
        onChange={(value) => change('scope', value)}
        className="w-full sm:w-52"
      />
    </FilterBar>
  );
}

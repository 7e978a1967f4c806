import { linkOptions } from '@tanstack/react-router';
import { AppWindow, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Site } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { countColumn, timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { useMayHavePlans } from '#src/domain/permission/plans.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { displayUrl, siteTypeName, visibilityOf } from './labels.ts';
import { PublishedBadge } from './published-badge.tsx';
import { type SiteSearch, parseSiteSearch } from './queries.ts';

const columns: readonly Column<Site>[] = [
  {
    id: 'title',
    header: 'Site',
    cell: ({ title, urls }) => (
      <span className="two-lines">{urls.published ? `${title}\n${displayUrl(urls.published)}` : title}</span>
    ),
  },
  {
    id: 'published',
    header: 'Status',
    width: '8rem',
    phone: 'aside',
    cell: ({ published }) => <PublishedBadge published={published} />,
  },
  {
    id: 'visibility',
    header: 'Visibility',
    width: '10rem',
    from: 'md',
    cell: ({ visibility }) => visibilityOf(visibility).name,
    tip: ({ visibility }) => visibilityOf(visibility).meaning || undefined,
  },
  {
    id: 'type',
    header: 'Plan',
    width: '8rem',
    from: 'lg',
    phone: 'hidden',
    cell: ({ type }) => siteTypeName(type),
  },
  countColumn({
    id: 'siteSpaces',
    header: 'Spaces',
    from: 'md',
    phone: 'hidden',
    count: ({ siteSpaces }) => siteSpaces,
    noun: 'space',
  }),
  timeColumn({
    id: 'created',
    header: 'Created',
    from: 'lg',
    phone: 'hidden',
    time: ({ createdAt }) => createdAt,
  }),
];

const columnsWithoutPlan = columns.filter(({ id }) => id !== 'type');

interface SitesTableProps {
  organizationId: string;
  list: List<Site>;
  search: SiteSearch;
  onSearch: (search: SiteSearch) => void;
  /** The action of the empty state. */
  create: ReactNode;
}

const publishedOptions = [
  { value: '', label: 'All sites' },
  { value: 'true', label: 'Published' },
  { value: 'false', label: 'Not published' },
];

export function SiteFilters({ search, onSearch }: Pick<SitesTableProps, 'search' | 'onSearch'>) {
  const change = (name: 'q' | 'published', value: unknown) =>
    onSearch(parseSiteSearch({ ...search, [name]: value }));
  return (
    <FilterBar
      active={search.published === undefined ? 0 : 1}
      onClear={() => change('published', undefined)}
      search={
        <SearchField
          label="Search sites"
          value={search.q ?? ''}
          onSearch={(text) => change('q', text)}
          className="w-full sm:w-80"
        />
      }
    >
      <Select
        aria-label="Status"
        options={publishedOptions}
        value={String(search.published ?? '')}
        onChange={(value) => change('published', value === '' ? undefined : value === 'true')}
        className="w-full sm:w-44"
      />
    </FilterBar>
  );
}

export function SitesTable({ organizationId, list, search, onSearch, create }: SitesTableProps) {
  const mayHavePlans = useMayHavePlans();
  const isFiltered = search.q !== undefined || search.published !== undefined;
  return (
    <DataTable
      label="Sites"
      noun="site"
      list={list}
      columns={mayHavePlans ? columns : columnsWithoutPlan}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      rowLink={({ id }) =>
        linkOptions({
          to: '/o/$organizationId/sites/$siteId/structure',
          params: { organizationId, siteId: id },
        })
      }
      empty={isFiltered ? <NoSitesFound onReset={() => onSearch({})} /> : <NoSites create={create} />}
    />
  );
}

function NoSitesFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No matching sites"
      action={<Button onClick={onReset}>Show all sites</Button>}
    >
      No site has this title and status.
    </EmptyState>
  );
}

function NoSites({ create }: { create: ReactNode }) {
  return (
    <EmptyState icon={<AppWindow />} title="No sites yet" action={create}>
      A site arranges spaces for visitors in sections and groups.
    </EmptyState>
  );
}

import type { Comment } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session.ts';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import { Select } from '#src/ui/select.tsx';
import type { ThreadSearch } from './thread-search.ts';

interface ThreadFiltersProps {
  search: ThreadSearch;
  onSearch: (search: Partial<ThreadSearch>) => void;
  /** The listed comments; their authors and pages are the filter options. */
  threads: readonly Comment[];
  /** Space titles by id, in lists across spaces. */
  spaces?: ReadonlyMap<string, string>;
}

/** Filters for comments: status, author, page and space. */
export function ThreadFilters({ search, onSearch, threads, spaces }: ThreadFiltersProps) {
  const { status = 'open', author = '', page = '', space = '' } = search;
  const me = currentUser()?.id ?? '';
  const authors = new Map(threads.map(({ postedBy }) => [postedBy.id, postedBy.displayName]));
  const pages = new Map(
    threads.flatMap(({ target }) =>
      target.page ? [[target.page.id, target.page.title ?? 'Deleted page']] : [],
    ),
  );
  const otherAuthors = [...authors].filter(([id]) => id !== me);
  const options = (all: string, entries: Iterable<readonly [string, string]>) => [
    { value: '', label: all },
    ...[...entries].map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SegmentedControl
        label="Status"
        value={status}
        options={[
          { value: 'open', label: 'Open' },
          { value: 'resolved', label: 'Resolved' },
          { value: 'all', label: 'All' },
        ]}
        onChange={(value) => onSearch({ status: value === 'open' ? undefined : value })}
      />
      <Select
        aria-label="Author"
        className="max-w-60 min-w-32 flex-1"
        value={author}
        options={options('Any author', [[me, 'Me'] as const, ...otherAuthors])}
        onChange={(value) => onSearch({ author: value || undefined })}
      />
      {(pages.size > 0 || page !== '') && (
        <Select
          aria-label="Page"
          className="max-w-60 min-w-32 flex-1"
          value={page}
          options={options('All pages', pages)}
          onChange={(value) => onSearch({ page: value || undefined })}
        />
      )}
      {spaces && (
        <Select
          aria-label="Space"
          className="max-w-60 min-w-32 flex-1"
          value={space}
          options={options('All spaces', spaces)}
          onChange={(value) => onSearch({ space: value || undefined })}
        />
      )}
    </div>
  );
}

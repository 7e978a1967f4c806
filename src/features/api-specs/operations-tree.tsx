import { ChevronRight, Search, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { groupBy } from '#src/lib/arrays.ts';
import { matchWords } from '#src/lib/compare/match-text.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchInput } from '#src/ui/form/input.tsx';
import type { JsonRecord } from './documents.ts';
import { MethodBadge } from './method-badge.tsx';
import { type Operation, parseOperations } from './parse-operations.ts';

/** Above this number of operations, groups start collapsed. */
const maxExpanded = 60;

/** Operations of a document, grouped by their first tag. */
export function OperationsTree({ document }: { document: JsonRecord }) {
  const [query, setQuery] = useState('');
  const search = useDeferredValue(query);
  const operations = useMemo(() => parseOperations(document), [document]);
  const matches = operations.filter(
    ({ method, path, summary }) =>
      path.includes(search) || matchWords(search, `${method} ${path}`, [summary]) > 0,
  );
  const groups = groupBy(matches, ({ tag }) => tag);
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Search operations"
          icon={<Search />}
          value={query}
          className="w-full sm:w-72"
          onChange={({ target }) => setQuery(target.value)}
        />
        <span role="status" className="text-ink-soft tabular-nums">
          {formatCount(matches.length, 'operation')}
        </span>
      </div>
      {matches.length === 0 && (
        <EmptyState icon={<SearchX />} title={search ? 'No matching operations' : 'No operations'}>
          {!search && 'The document contains no operations.'}
        </EmptyState>
      )}
      <div className="flex flex-col gap-2">
        {[...groups].map(([tag, members]) => (
          <details
            key={tag}
            open={matches.length <= maxExpanded || search !== ''}
            className="group overflow-hidden rounded-lg border border-line"
          >
            <summary className="flex list-none items-center gap-2 bg-sunken px-4 py-2 font-medium -outline-offset-2">
              <ChevronRight
                aria-hidden="true"
                className="size-3.5 shrink-0 text-ink-soft transition-transform group-open:rotate-90"
              />
              <bdi>{tag || 'No tag'}</bdi>
              <span className="font-normal text-ink-soft tabular-nums">{formatNumber(members.length)}</span>
            </summary>
            <ul className="divide-y divide-line border-t border-line">
              {members.map((operation) => (
                <OperationRow key={operation.key} operation={operation} />
              ))}
            </ul>
          </details>
        ))}
      </div>
    </div>
  );
}

function OperationRow({ operation: { method, path, summary, isDeprecated } }: { operation: Operation }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <MethodBadge method={method} />
      <code className={`min-w-0 wrap-anywhere ${isDeprecated ? 'line-through' : ''}`}>{path}</code>
      {isDeprecated && <Badge tone="warning">Deprecated</Badge>}
      <span dir="auto" className="min-w-0 text-ink-soft wrap-anywhere">
        {summary}
      </span>
    </li>
  );
}

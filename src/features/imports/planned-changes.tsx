import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { getImportChangeTextsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentImportRun, PlannedChange } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { useList } from '#src/api/paging.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { changeLabel, describePlannedChanges, nameOfChange } from './labels.ts';
import { changesOf, type ImportPath } from './queries.ts';

type Counts = NonNullable<NonNullable<ContentImportRun['recognized']>['changes']>;

const columnsOf = (path: ImportPath): readonly Column<PlannedChange>[] => [
  {
    id: 'change',
    header: 'Page or file',
    cell: (change) => <ChangedText path={path} change={change} />,
  },
  {
    id: 'kind',
    header: 'Change',
    width: '8rem',
    phone: 'aside',
    cell: ({ type }) => {
      const { label, tone } = changeLabel(type);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

/** What a planned import changes in its space: each page and file, with the lines that differ on demand. */
export function PlannedChanges({ path, counts }: { path: ImportPath; counts: Counts }) {
  const list = useList(changesOf(path));
  const columns = useMemo(() => columnsOf(path), [path]);
  return (
    <section aria-label="Changes to the space" className="flex flex-col gap-3">
      <div>
        <h2 className="font-semibold">Changes to the space</h2>
        <p className="text-ink-soft">{describePlannedChanges(counts)}</p>
      </div>
      <DataTable
        label="Changes to the space"
        noun="change"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOfChange}
        empty={<EmptyState title="Nothing changes" />}
      />
    </section>
  );
}

/** A change with a button that shows its lines; of files and of pages that only move there are none. */
function ChangedText({ path, change }: { path: ImportPath; change: PlannedChange }) {
  const [isOpen, setOpen] = useState(false);
  const { page, reusableContent, type } = change;
  const isText = reusableContent !== undefined || (page?.type === 'document' && type !== 'page_moved');
  const name = nameOfChange(change);
  return (
    <div className="min-w-0 whitespace-normal">
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          <bdi>{name}</bdi>
          {page && <code className="ml-2 text-xs text-ink-soft">{page.path}</code>}
        </span>
        {isText && (
          <Button
            size="small"
            tone="quiet"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the text of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide text' : 'Show text'}
          </Button>
        )}
      </span>
      {isOpen && <Texts path={path} changeId={change.id} />}
    </div>
  );
}

const TextDifference = lazyPart(async () => ({
  default: (await import('./text-difference.tsx')).TextDifference,
}));

function Texts({ path, changeId }: { path: ImportPath; changeId: string }) {
  const { data, error } = useQuery(getImportChangeTextsOptions({ path: { ...path, changeId } }));
  if (error) return <p className="text-ink-soft">{errorMessage(error)}</p>;
  const loading = <SkeletonRows rows={3} label="Loading the text" />;
  if (!data) return loading;
  return (
    <Suspense fallback={loading}>
      <TextDifference {...data} />
    </Suspense>
  );
}

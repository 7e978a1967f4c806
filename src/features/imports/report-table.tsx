import { FileCheck } from 'lucide-react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ContentImportRun, ImportReportEntry, ImportReportKind } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonStyle } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { reportKindLabel, reportKinds } from './labels.ts';
import { type ImportPath, reportOf } from './queries.ts';

const columns: readonly Column<ImportReportEntry>[] = [
  {
    id: 'message',
    header: 'What happened',
    cell: ({ message, path, line }) => (
      <span className="min-w-0">
        <span className="block wrap-anywhere">{message}</span>
        <code className="block truncate text-xs text-ink-soft">
          {path}
          {line !== undefined && `, line ${formatNumber(line)}`}
        </code>
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '8rem',
    phone: 'aside',
    cell: ({ kind }) => {
      const { label, tone } = reportKindLabel(kind);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

/** What was changed and left out, with the lines; nothing where all came in as it is. */
export function ReportTable({ path, run }: { path: ImportPath; run: ContentImportRun }) {
  const [kind, setKind] = useState<ImportReportKind | 'all'>('all');
  const list = useList(reportOf(path, kind === 'all' ? undefined : kind));
  const { converted, changed, leftOut, warnings } = run.report;
  const counts: Readonly<Record<ImportReportKind, number>> = {
    converted,
    changed,
    'left-out': leftOut,
    warning: warnings,
  };
  const total = converted + changed + leftOut + warnings;
  if (total === 0) return null;
  return (
    <section aria-label="Report" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-semibold">Report</h2>
        <SegmentedControl<ImportReportKind | 'all'>
          label="Kind of entry"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'all', label: `All ${formatNumber(total)}` },
            ...reportKinds
              .filter(({ value }) => counts[value] > 0)
              .map(({ value, label }) => ({ value, label: `${label} ${formatNumber(counts[value])}` })),
          ]}
        />
        <a href={run.urls.report} download className={buttonStyle('neutral', 'small', 'sm:ml-auto')}>
          <Download />
          CSV
        </a>
      </div>
      <DataTable
        label="Report"
        noun="entry"
        nouns="entries"
        list={list}
        columns={columns}
        rowId={({ path: file, line, kind: entryKind, message }) =>
          [file, line ?? '', entryKind, message].join(' ')
        }
        rowName={({ message }) => message}
        empty={<EmptyState icon={<FileCheck />} title="Nothing of this kind" />}
      />
    </section>
  );
}

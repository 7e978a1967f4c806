import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ArrowLeftRight } from 'lucide-react';
import type { ApiSpecVersion } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { downloadText } from '#src/lib/text/download.ts';
import { formatCount, formatNumber, exactTime } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { documentText, mainDocument } from '../documents.ts';
import type { SpecPath } from '../queries.ts';
import { isBreaking, ChangesList } from './changes-list.tsx';
import type { DifferenceLine, TextDifference } from './compare-specs.ts';
import { comparisonOf } from './comparison.ts';
import { contentOf } from './version-queries.ts';

interface VersionSelectProps {
  /** Newest first. */
  versions: readonly ApiSpecVersion[];
  from: string;
  to: string;
  onChange: (pair: { from: string; to: string }) => void;
}

/** Selects the two versions to compare. */
export function VersionSelect({ versions, from, to, onChange }: VersionSelectProps) {
  const options = versions.map(({ id, createdAt }, index) => ({
    value: id,
    label: `${createdAt ? exactTime(createdAt) : id}${index === 0 ? ' (latest)' : ''}`,
  }));
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <Field label="From" className="w-full sm:w-64">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={from}
            options={options}
            onChange={(id) => onChange({ from: id, to })}
          />
        )}
      </Field>
      <IconButton label="Swap versions" onClick={() => onChange({ from: to, to: from })}>
        <ArrowLeftRight />
      </IconButton>
      <Field label="To" className="w-full sm:w-64">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={to}
            options={options}
            onChange={(id) => onChange({ from, to: id })}
          />
        )}
      </Field>
    </div>
  );
}

const maxLines = 1500;

const lineStyles = {
  same: { sign: ' ', style: '' },
  added: { sign: '+', style: 'bg-success-soft text-success-ink' },
  removed: { sign: '−', style: 'bg-danger-soft text-danger-ink' },
};

/** Line diff of two documents as JSON, with three lines of context. */
function TextChanges({ difference }: { difference: TextDifference | null }) {
  if (!difference)
    return (
      <Callout tone="warning">
        The documents differ too much to compare line by line. Download both to compare them locally.
      </Callout>
    );
  const { hunks, added, removed } = difference;
  if (hunks.length === 0) return <Callout tone="success">The documents are identical.</Callout>;
  const visibleHunks = firstLines(hunks);
  const rest =
    hunks.reduce((sum, hunk) => sum + hunk.length, 0) -
    visibleHunks.reduce((sum, hunk) => sum + hunk.length, 0);
  return (
    <div>
      <p className="mb-2 text-ink-soft tabular-nums">
        {formatNumber(added)} lines added, {formatNumber(removed)} removed
      </p>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        role="region"
        aria-label="Changed lines"
        className="max-h-view overflow-auto rounded-lg border border-line font-mono text-xs"
      >
        {visibleHunks.map((hunk) => (
          <pre
            key={`${hunk[0]?.before} ${hunk[0]?.after}`}
            className="w-max min-w-full border-b border-line last:border-0"
          >
            {hunk.map((line) => (
              <Line key={`${line.before} ${line.after}`} line={line} />
            ))}
          </pre>
        ))}
      </div>
      {rest > 0 && <p className="mt-2 text-ink-soft">{formatNumber(rest)} more lines are not shown.</p>}
    </div>
  );
}

function Line({ line: { kind, text, before, after } }: { line: DifferenceLine }) {
  const { sign, style } = lineStyles[kind];
  const number = String(after ?? before).padStart(6);
  return <div className={`px-2 ${style}`}>{`${number} ${sign} ${text}`}</div>;
}

function firstLines(hunks: TextDifference['hunks']): TextDifference['hunks'] {
  let remainingLines = maxLines;
  return hunks.flatMap((hunk) => {
    const lines = hunk.slice(0, Math.max(0, remainingLines));
    remainingLines -= lines.length;
    return lines.length > 0 ? [lines] : [];
  });
}

interface ComparisonViewProps {
  path: SpecPath;
  from: string;
  to: string;
  tab: 'operations' | 'text';
  onlyBreaking: boolean;
  onChange: (change: { tab?: 'operations' | 'text'; only?: 'breaking' | undefined }) => void;
}

/** Differences between two versions, by operation and by line. */
export function ComparisonView({ path, from, to, tab, onlyBreaking, onChange }: ComparisonViewProps) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(comparisonOf(queryClient, path, from, to));
  if (error)
    return (
      <Callout tone="danger" urgent action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {error instanceof ApiError ? errorMessage(error) : error.message}
      </Callout>
    );
  if (!data) return <SkeletonRows rows={6} label="Comparing versions" />;
  const breaking = data.operations.changes.filter(isBreaking).length;
  const download = async (versionId: string) => {
    try {
      const { document } = mainDocument(await queryClient.ensureQueryData(contentOf(path, versionId)));
      downloadText(`${path.specSlug}-${versionId}.json`, documentText(document), 'application/json');
    } catch (failure) {
      toastFailure(failure, () => void download(versionId));
    }
  };
  return (
    <>
      <div role="status" className="mb-4 flex flex-wrap items-center gap-2">
        <Badge tone={breaking > 0 ? 'danger' : 'success'}>
          {breaking > 0
            ? `${formatCount(breaking, 'operation')} with breaking changes`
            : 'No breaking changes'}
        </Badge>
        <span className="text-ink-soft">
          {formatCount(data.operations.changes.length, 'operation changed', 'operations changed')},{' '}
          {formatCount(data.operations.unchanged, 'operation')} unchanged
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="small" icon={<Download />} onClick={() => void download(from)}>
            Download old version
          </Button>
          <Button size="small" icon={<Download />} onClick={() => void download(to)}>
            Download new version
          </Button>
        </span>
      </div>
      <Tabs
        label="Differences"
        tabs={[
          { value: 'operations', label: 'Operations', count: data.operations.changes.length },
          { value: 'text', label: 'Text' },
        ]}
        value={tab}
        onChange={(next) => onChange({ tab: next })}
      >
        <div className="pt-4">
          {tab === 'text' ? (
            <TextChanges difference={data.text} />
          ) : (
            <>
              <LabelledCheckbox
                label="Only breaking changes"
                className="mb-4"
                checked={onlyBreaking}
                onChange={({ target }) => onChange({ only: target.checked ? 'breaking' : undefined })}
              />
              <ChangesList comparison={data.operations} onlyBreaking={onlyBreaking} />
            </>
          )}
        </div>
      </Tabs>
    </>
  );
}

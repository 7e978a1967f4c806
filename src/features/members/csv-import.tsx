import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { FileNotes, ignoredColumnsReason } from '#src/components/bulk/file-notes.tsx';
import { isDoable, planCsv } from '#src/components/bulk/planned-step.ts';
import { PlanView } from '#src/components/bulk/plan-view.tsx';
import { RunResult, RunView } from '#src/components/bulk/run-view.tsx';
import { useBulkRun } from '#src/components/bulk/use-bulk-run.ts';
import { useDraft } from '#src/components/drafts/use-draft.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { textFile } from '#src/components/form/text-file-input.tsx';
import { refreshMembers } from '#src/components/member-bulk/carry-out.ts';
import { countOf } from '#src/lib/counts.ts';
import { downloadText, fileName } from '#src/lib/download.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Textarea } from '#src/ui/input.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { planFile } from './csv-facts.ts';
import { inverseCsv } from './csv-inverse.ts';
import type { RowWork } from './csv-plan.ts';
import { knownColumns, readMemberFile } from './csv-rows.ts';
import { carryOutRow, type RowProgress } from './csv-run.ts';

/** Changes members by a file: what each line would do, then the run, then what became of each line. */
export function CsvImport({ organizationId }: { organizationId: string }) {
  const queryClient = useQueryClient();
  const draft = useDraft(`members-csv.${organizationId}`);
  const text = useDeferredValue(draft.text);
  const [progress] = useState(() => new Map<RowWork, RowProgress>());
  const run = useBulkRun<RowWork>(
    (work) => {
      const ofRow = progress.get(work) ?? { done: [] };
      progress.set(work, ofRow);
      return carryOutRow(organizationId, work, ofRow);
    },
    () => {
      draft.drop();
      void refreshMembers(queryClient, organizationId);
    },
  );
  const read = text.trim() === '' ? null : readMemberFile(text);
  const problem = read && 'problem' in read ? read.problem : null;
  const file = read && 'rows' in read ? read : null;
  const rows = file?.rows ?? [];
  const ignored = (file?.ignored ?? []).map(({ number, heading }) => `${number} ${heading}`).join();
  // Another set of ignored columns asks again.
  const [accepted, setAccepted] = useState('');
  const isBlocked = ignored !== '' && accepted !== ignored;
  const plan = useQuery({
    queryKey: ['members-csv', organizationId, text],
    queryFn: ({ signal }) => planFile(queryClient, organizationId, rows, signal),
    enabled: rows.length > 0 && run.phase === 'idle',
    gcTime: 0,
    staleTime: Infinity,
  });
  const open = (plan.data ?? []).filter(
    (step) => isDoable(step) && run.outcomes.get(step.id)?.status !== 'done',
  );
  const back = run.phase === 'over' && plan.data ? inverseCsv(plan.data, progress) : null;

  return (
    <div className="flex flex-col gap-5">
      {run.phase === 'idle' && <Source draft={draft} problem={problem} />}
      {run.phase === 'running' && <RunView run={run} label="Updating members from CSV" />}
      {run.phase === 'over' && <RunResult run={run} noun="row" />}
      {plan.error && <FetchFailure error={plan.error} onRetry={plan.refetch} urgent />}
      {rows.length > 0 && plan.isFetching && <SkeletonRows rows={4} label="Checking changes…" />}
      {plan.data && run.phase !== 'running' && rows.length > 0 && (
        <section aria-label="Plan">
          <h2 className="mb-2 font-medium">
            {run.phase === 'over' ? 'Results' : countOf(rows.length, 'row')}
          </h2>
          {file && run.phase === 'idle' && (
            <div className="mb-3 flex flex-col gap-2">
              <FileNotes
                ignored={file.ignored}
                known={knownColumns}
                emptyLines={file.emptyLines}
                accepted={accepted === ignored}
                onAccept={(isAccepted) => setAccepted(isAccepted ? ignored : '')}
              />
              <Informing headings={file.informing} />
            </div>
          )}
          <PlanView plan={plan.data} outcomes={run.outcomes} />
        </section>
      )}
      {plan.data && rows.length > 0 && (
        <div className="flex flex-wrap justify-end gap-2">
          {run.phase !== 'running' && (
            <Button
              tone="quiet"
              icon={<Download />}
              onClick={() =>
                downloadText(fileName('Members result', 'csv'), planCsv(plan.data, run.outcomes))
              }
            >
              {run.phase === 'over' ? 'Download results' : 'Download plan'}
            </Button>
          )}
          {back !== null && (
            <Button
              tone="quiet"
              icon={<Download />}
              onClick={() => downloadText(fileName('Members revert', 'csv'), back)}
            >
              Download revert CSV
            </Button>
          )}
          {run.phase === 'running' && <Button onClick={run.cancel}>Stop</Button>}
          {(run.phase !== 'over' || open.length > 0) && (
            <Button
              tone="primary"
              pending={run.phase === 'running'}
              disabledReason={
                (open.length === 0 && 'Nothing to change.') || (isBlocked && ignoredColumnsReason)
              }
              onClick={() => void run.start(open)}
            >
              {run.phase === 'over'
                ? `Retry remaining ${open.length}`
                : `Apply ${countOf(open.length, 'row')}`}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Names the columns of an export that nothing is read from. */
function Informing({ headings }: { headings: string[] }) {
  if (headings.length === 0) return null;
  return (
    <p className="text-xs text-ink-soft">
      Ignored because an import can’t change them: {headings.join(', ')}.
    </p>
  );
}

interface SourceProps {
  draft: ReturnType<typeof useDraft>;
  problem: string | null;
}

function Source({ draft, problem }: SourceProps) {
  return (
    <>
      <Field
        label="CSV"
        error={problem}
        hint="Start with a header line: email or id, plus any of role, sso, add to teams, leave teams (separate names with |) and remove. Empty cells change nothing."
        aside={
          <label className="button button-neutral relative h-7 cursor-pointer px-2 text-xs focus-within:outline-2">
            <FileUp aria-hidden="true" />
            Choose file
            <input
              {...textFile(draft.setText)}
              accept=".csv,.tsv,.txt,text/csv"
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </label>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            spellCheck={false}
            autoCapitalize="none"
            className="font-mono text-xs"
            placeholder={'email,role,sso,add to teams,remove\nada@example.com,edit,,Writers | Editors,'}
            value={draft.text}
            onChange={(event) => draft.setText(event.target.value)}
          />
        )}
      </Field>
      {draft.isRestored && <p className="text-xs text-ink-soft">Draft restored.</p>}
      <p role="status" className="text-xs text-warning-ink empty:hidden">
        {!draft.isKept && 'Too long to keep as a draft. Reloading the page discards it.'}
      </p>
    </>
  );
}

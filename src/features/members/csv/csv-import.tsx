import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { isActionable, formatPlanCsv, type PlannedStep } from '#src/components/bulk/batch.ts';
import { useBulkRun } from '#src/components/bulk/bulk-dialog.tsx';
import {
  ImportNotices,
  ignoredColumnsReason,
  PlanView,
  RunResult,
  RunProgress,
} from '#src/components/bulk/plan-view.tsx';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { textFile } from '#src/components/form/text-file-input.tsx';
import { useDraft } from '#src/components/tab-drafts/use-draft.ts';
import { invalidateMembers } from '#src/domain/member-bulk/change-member.ts';
import { useInvitationMail } from '#src/domain/people/invitations.ts';
import { downloadText, datedFileName } from '#src/lib/text/download.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { type ColumnKey, keyOfKnown, knownColumns } from './csv-columns.ts';
import { AddressColumn, CreatedLinksNote, FileNotes, MailNote } from './csv-notes.tsx';
import { planFile, type RowChange } from './csv-plan.ts';
import { parseMemberFile } from './csv-rows.ts';
import { createLinksCsv, createRevertCsv, executeRow, type RowProgress } from './csv-run.ts';

/** Applies the rows of a file. A repeated row goes on where it failed. */
function useCsvRun(organizationId: string, needsLinks: boolean, onFinished: () => void) {
  const queryClient = useQueryClient();
  const [progress] = useState(() => new Map<RowChange, RowProgress>());
  const run = useBulkRun<RowChange>(
    (work) => {
      const ofRow = progress.get(work) ?? { done: [] };
      progress.set(work, ofRow);
      return executeRow(organizationId, work, ofRow, needsLinks);
    },
    () => {
      onFinished();
      void invalidateMembers(queryClient, organizationId);
    },
  );
  return { run, progress };
}

/** Bulk change of members by CSV: plan, run, results. */
// oxlint-disable-next-line max-lines-per-function -- plan, run and result of one file replace each other on the screen
export function CsvImport({ organizationId }: { organizationId: string }) {
  const queryClient = useQueryClient();
  const draft = useDraft(`members-csv.${organizationId}`);
  const text = useDeferredValue(draft.text);
  const mail = useInvitationMail();
  const { run, progress } = useCsvRun(organizationId, mail.needsLinks, draft.discard);
  const choice = useColumnChoice(text);
  const parsed = text.trim() === '' ? null : parseMemberFile(text, choice.columns);
  const problem = parsed && 'problem' in parsed ? parsed.problem : null;
  const file = parsed && 'rows' in parsed ? parsed : null;
  const rows = file?.rows ?? [];
  const ignored = (file?.ignored ?? []).map(({ number, heading }) => `${number} ${heading}`).join();
  // A different set of ignored columns has to be accepted again.
  const [accepted, setAccepted] = useState('');
  const isBlocked = ignored !== '' && accepted !== ignored;
  const plan = useQuery({
    queryKey: ['members-csv', organizationId, text, ...choice.columns],
    queryFn: ({ signal }) => planFile(queryClient, organizationId, rows, signal),
    enabled: rows.length > 0 && run.phase === 'idle',
    gcTime: 0,
    staleTime: Infinity,
  });
  const linksCsv = run.phase === 'running' ? null : createLinksCsv(progress.values());

  return (
    <div className="flex flex-col gap-5">
      {run.phase === 'idle' && <CsvSourceField draft={draft} problem={problem} />}
      {run.phase === 'running' && <RunProgress run={run} label="Updating members from CSV" />}
      {run.phase === 'finished' && <RunResult run={run} noun="row" />}
      {run.phase === 'idle' && parsed && (
        <AddressColumn parsed={parsed} onChoose={(index) => choice.use('email', index)} />
      )}
      {linksCsv !== null && <CreatedLinksNote csv={linksCsv} />}
      {plan.error && <FetchFailure error={plan.error} onRetry={plan.refetch} urgent />}
      {rows.length > 0 && plan.isFetching && <SkeletonRows rows={4} label="Checking changes…" />}
      {plan.data && run.phase !== 'running' && rows.length > 0 && (
        <section aria-label="Plan">
          <h2 className="mb-2 font-medium">
            {run.phase === 'finished' ? 'Results' : formatCount(rows.length, 'row')}
          </h2>
          {file && run.phase === 'idle' && (
            <div className="mb-3 flex flex-col gap-2">
              <ImportNotices
                ignored={file.ignored}
                known={knownColumns}
                emptyLines={file.emptyLines}
                accepted={accepted === ignored}
                onAccept={(isAccepted) => setAccepted(isAccepted ? ignored : '')}
                readAs={({ number, suggestion }) => {
                  const key = suggestion === null ? undefined : keyOfKnown(suggestion);
                  return key === undefined || file.indexes.has(key)
                    ? undefined
                    : () => choice.use(key, number - 1);
                }}
              />
              <FileNotes file={file} />
              <MailNote plan={plan.data} mail={mail} />
            </div>
          )}
          <PlanView plan={plan.data} outcomes={run.outcomes} />
        </section>
      )}
      {plan.data && rows.length > 0 && (
        <CsvActions
          plan={plan.data}
          run={run}
          revertCsv={run.phase === 'finished' ? createRevertCsv(plan.data, progress) : null}
          blockedReason={isBlocked && ignoredColumnsReason}
        />
      )}
    </div>
  );
}

/** The uses of columns that the person chose, by index; reset when the headings change. */
function useColumnChoice(text: string) {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const [choice, setChoice] = useState<{ line: string; columns: ReadonlyMap<number, ColumnKey> }>();
  const columns = choice?.line === line ? choice.columns : noColumns;
  return {
    columns,
    use(key: ColumnKey, index: number) {
      const others = [...columns].filter(([at, used]) => at !== index && used !== key);
      setChoice({ line, columns: new Map([...others, [index, key]]) });
    },
  };
}

const noColumns: ReadonlyMap<number, ColumnKey> = new Map();

interface CsvActionsProps {
  plan: readonly PlannedStep<RowChange>[];
  run: ReturnType<typeof useCsvRun>['run'];
  /** Takes the changes back; null if there are none. */
  revertCsv: string | null;
  blockedReason: string | false;
}

function CsvActions({ plan, run, revertCsv, blockedReason }: CsvActionsProps) {
  const remaining = plan.filter((step) => isActionable(step) && run.outcomes.get(step.id)?.status !== 'done');
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {run.phase !== 'running' && (
        <Button
          tone="quiet"
          icon={<Download />}
          onClick={() =>
            downloadText(datedFileName('Members result', 'csv'), formatPlanCsv(plan, run.outcomes))
          }
        >
          {run.phase === 'finished' ? 'Download results' : 'Download plan'}
        </Button>
      )}
      {revertCsv !== null && (
        <Button
          tone="quiet"
          icon={<Download />}
          onClick={() => downloadText(datedFileName('Members revert', 'csv'), revertCsv)}
        >
          Download revert CSV
        </Button>
      )}
      {run.phase === 'running' && <Button onClick={run.cancel}>Stop</Button>}
      {(run.phase !== 'finished' || remaining.length > 0) && (
        <Button
          tone="primary"
          pending={run.phase === 'running'}
          disabledReason={(remaining.length === 0 && 'Nothing to change.') || blockedReason}
          onClick={() => void run.start(remaining)}
        >
          {run.phase === 'finished'
            ? `Retry remaining ${formatNumber(remaining.length)}`
            : `Apply ${formatCount(remaining.length, 'row')}`}
        </Button>
      )}
    </div>
  );
}

interface CsvSourceFieldProps {
  draft: ReturnType<typeof useDraft>;
  problem: string | null;
}

function CsvSourceField({ draft, problem }: CsvSourceFieldProps) {
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
        {!draft.isSaved && 'Too long to keep as a draft. Reloading the page discards it.'}
      </p>
    </>
  );
}

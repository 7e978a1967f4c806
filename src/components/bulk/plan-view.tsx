import { CircleCheck, CircleMinus, CirclePlus, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCount, formatNumber, exactTime } from '#src/lib/text/format.ts';
import type { IgnoredColumn } from '#src/lib/text/table-columns.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { type Outcome, countActions, type PlannedStep, type PlannedAction, countOutcomes } from './batch.ts';
import type { BulkRun } from './bulk-dialog.tsx';

/** Progress of a run, and any rate limit. */
export function RunProgress({ run, label }: { run: BulkRun<never>; label: string }) {
  const { total, done, failed } = run.progress;
  return (
    <div className="space-y-2">
      <Progress label={label} value={done + failed} max={total} />
      <p role="status" className="text-ink-soft tabular-nums">
        {formatNumber(done + failed)} of {formatNumber(total)}
        {failed > 0 && `, ${formatNumber(failed)} failed`}
      </p>
      {run.waitingUntil !== null && (
        <Callout tone="warning">
          Too many requests. Continues at {exactTime(new Date(run.waitingUntil))}.
        </Callout>
      )}
    </div>
  );
}

/** The result of a run in one notice. */
export function RunResult({ run, noun, nouns }: { run: BulkRun<never>; noun: string; nouns?: string }) {
  const { done, failed, notStarted } = countOutcomes([...run.outcomes.values()]);
  const remainders = [
    failed > 0 && `${formatNumber(failed)} failed`,
    notStarted > 0 && `${formatNumber(notStarted)} not started`,
  ].filter((part) => part !== false);
  return (
    <Callout
      tone={remainders.length === 0 ? 'success' : 'warning'}
      title={`${formatCount(done, noun, nouns)} done`}
      urgent
    >
      {remainders.length > 0 && `${remainders.join(', ')}. Completed changes are kept.`}
    </Callout>
  );
}

interface ImportNoticesProps {
  ignored: readonly IgnoredColumn[];
  /** The headings that a file may have. */
  known: readonly string[];
  emptyLines: number;
  /** Whether the user accepted the ignored columns. */
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
  /** Uses a column as what was probably meant; undefined where it can't be. */
  readAs?: (column: IgnoredColumn) => (() => void) | undefined;
}

export const ignoredColumnsReason = 'Confirm that these columns are ignored.';

/** Lists ignored columns and lines, and asks to continue without them. */
export function ImportNotices(props: ImportNoticesProps) {
  const { ignored, known, emptyLines, accepted, onAccept, readAs } = props;
  return (
    <>
      {ignored.length > 0 && (
        <Callout tone="warning" title={`${formatCount(ignored.length, 'column')} ignored`}>
          <ul>
            {ignored.map((column) => (
              <li key={column.number} className="wrap-anywhere">
                {describeIgnoredColumn(column)}
                <ReadAs column={column} onUse={readAs?.(column)} />
              </li>
            ))}
          </ul>
          <p className="mt-1 mb-2">Known columns: {known.join(', ')}.</p>
          <LabelledCheckbox
            label={ignored.length === 1 ? 'Continue without this column' : 'Continue without these columns'}
            checked={accepted}
            onChange={({ target }) => onAccept(target.checked)}
          />
        </Callout>
      )}
      {emptyLines > 0 && (
        <p className="text-xs text-ink-soft">{formatCount(emptyLines, 'empty line')} ignored.</p>
      )}
    </>
  );
}

function ReadAs({ column, onUse }: { column: IgnoredColumn; onUse: (() => void) | undefined }) {
  if (!onUse || column.suggestion === null) return null;
  return (
    <>
      {' '}
      <Button
        size="small"
        aria-label={`Use “${column.heading}” as “${column.suggestion}”`}
        onClick={onUse}
      >{`Use as “${column.suggestion}”`}</Button>
    </>
  );
}

function describeIgnoredColumn({ heading, number, reason, suggestion }: IgnoredColumn): string {
  if (reason === 'no heading') return `Column ${number} has values but no header.`;
  if (reason === 'repeated')
    return `Duplicate column “${heading}” (column ${number}). Only the first is used.`;
  const hint = suggestion === null ? '' : ` Did you mean “${suggestion}”?`;
  return `Unknown column “${heading}”.${hint}`;
}

/** Rows shown; the rest is in the downloaded file. */
const maxRows = 200;

interface ActionStyle {
  Icon: LucideIcon;
  textColor: string;
  label: string;
  /** Label after the run. */
  labelAfter: string;
}

const actionStyles: Record<PlannedAction, ActionStyle> = {
  create: { Icon: CirclePlus, textColor: 'text-success-ink', label: 'new', labelAfter: 'new' },
  change: { Icon: CircleCheck, textColor: 'text-success-ink', label: 'to change', labelAfter: 'changes' },
  skip: {
    Icon: CircleMinus,
    textColor: 'text-ink-soft',
    label: 'unchanged',
    labelAfter: 'unchanged',
  },
  block: { Icon: CircleX, textColor: 'text-danger-ink', label: 'blocked', labelAfter: 'blocked' },
};

const actions: readonly PlannedAction[] = ['create', 'change', 'skip', 'block'];

interface PlanViewProps {
  plan: readonly PlannedStep<unknown>[];
  /** Outcomes of the steps; empty before the run. */
  outcomes: ReadonlyMap<string, Outcome>;
}

/** The plan or its results, filtered by action and row by row. */
export function PlanView({ plan, outcomes }: PlanViewProps) {
  const [only, setOnly] = useState<PlannedAction | null>(null);
  const counts = countActions(plan);
  const visibleItems =
    only === null || counts[only] === 0 ? plan : plan.filter(({ action }) => action === only);
  return (
    <div>
      <div role="group" aria-label="Filter by action" className="mb-2 flex flex-wrap gap-1.5">
        {actions
          .filter((action) => counts[action] > 0)
          .map((action) => (
            <button
              key={action}
              type="button"
              aria-pressed={only === action}
              className="button button-neutral h-7 px-2 text-xs aria-pressed:bg-pressed"
              onClick={() => setOnly(only === action ? null : action)}
            >
              <ActionIcon action={action} />
              <span className="font-medium tabular-nums">{formatNumber(counts[action])}</span>{' '}
              {outcomes.size === 0 ? actionStyles[action].label : actionStyles[action].labelAfter}
            </button>
          ))}
      </div>
      <ul
        aria-label="Plan"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {visibleItems.slice(0, maxRows).map((step) => (
          <PlanRow key={step.id} step={step} outcome={outcomes.get(step.id)} />
        ))}
        {visibleItems.length > maxRows && (
          <li className="px-3 py-2 text-ink-soft">
            {formatCount(visibleItems.length - maxRows, 'more row')} in the file.
          </li>
        )}
      </ul>
    </div>
  );
}

function ActionIcon({ action }: { action: PlannedAction }) {
  const { Icon, textColor } = actionStyles[action];
  return <Icon aria-hidden="true" className={`size-4 shrink-0 ${textColor}`} />;
}

function PlanRow({ step, outcome }: { step: PlannedStep<unknown>; outcome: Outcome | undefined }) {
  const failure = outcome?.status === 'failed' ? outcome : undefined;
  return (
    <li className="flex gap-2.5 px-3 py-2">
      <span className="mt-0.5">
        <ActionIcon action={failure ? 'block' : step.action} />
      </span>
      <div className="min-w-0 flex-1 sm:grid sm:grid-cols-2 sm:gap-3">
        <p className="min-w-0 truncate">
          <bdi className="font-medium">{step.name}</bdi>
          {step.detail && (
            <bdi dir="ltr" className="ml-2 text-ink-soft">
              {step.detail}
            </bdi>
          )}
        </p>
        <div className="min-w-0 text-ink-soft wrap-anywhere">
          {step.description}
          {step.warning && !outcome && (
            <Warning Icon={TriangleAlert} color="text-warning-ink">
              {step.warning}
            </Warning>
          )}
          {failure && <span className="block text-xs text-danger-ink">{failure.message}</span>}
          {outcome?.status === 'not-started' && <span className="block text-xs">Not started</span>}
        </div>
      </div>
    </li>
  );
}

function Warning({ Icon, color, children }: { Icon: LucideIcon; color: string; children: ReactNode }) {
  return (
    <span className={`flex items-start gap-1 text-xs ${color}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
      {children}
    </span>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  LoaderCircle,
  SkipForward,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { mergeChangeRequestMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { recordOwnMerge } from '../actions.ts';
import { nameOf, pathOf, isEmpty } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import { changesOf } from '../views/sides.ts';
import { changePreviewLimit } from '../views/viewed.ts';
import { EntryChecks } from './entry-checks.tsx';
import { type QueueState, runMergeQueue } from './merge-queue.ts';

interface MergeQueueDialogProps {
  rows: readonly OrganizationChangeRequest[];
  onClose: () => void;
}

export interface Entry {
  row: OrganizationChangeRequest;
  state: QueueState;
}

const statusAppearance = {
  waiting: { Icon: CircleDashed, color: 'text-ink-soft', label: 'Waiting' },
  merging: { Icon: LoaderCircle, color: 'text-accent-ink', label: 'Merging' },
  merged: { Icon: CircleCheck, color: 'text-success-ink', label: 'Merged' },
  failed: { Icon: CircleAlert, color: 'text-danger-ink', label: 'Failed' },
  empty: { Icon: SkipForward, color: 'text-ink-soft', label: 'Nothing to merge' },
  skipped: { Icon: SkipForward, color: 'text-ink-soft', label: 'Skipped' },
};

/** The change requests that are merged one after the other, with the state of each. */
function useMergeQueue(rows: readonly OrganizationChangeRequest[]) {
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    rows.map((row) => ({ row, state: { status: 'waiting' } })),
  );
  const [isRunning, setRunning] = useState(false);
  const abortController = useRef<AbortController>(null);
  const queryClient = useQueryClient();
  const merge = useApiMutation(mergeChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  useBlocker({ shouldBlockFn: () => isRunning, enableBeforeUnload: () => isRunning });
  const waiting = entries.filter(({ state }) => state.status === 'waiting');

  const run = async () => {
    const controller = new AbortController();
    abortController.current = controller;
    const queue = waiting.map(({ row }) => row);
    const skipped = (entry: Entry): Entry =>
      entry.state.status === 'failed' ? { ...entry, state: { status: 'skipped' } } : entry;
    setEntries((current) => current.map(skipped));
    setRunning(true);
    const setState = (id: string | undefined, state: QueueState) =>
      setEntries((current) => current.map((entry) => (entry.row.id === id ? { ...entry, state } : entry)));
    await runMergeQueue(
      queue,
      async (row) => {
        const changes = await queryClient
          .fetchQuery({ ...changesOf(pathOf(row), changePreviewLimit), staleTime: 0, retry: false })
          .catch(() => undefined);
        if (isEmpty(changes)) return 'empty';
        const { result } = await merge.mutateAsync({ path: pathOf(row) });
        if (result !== 'conflicts') recordOwnMerge(row.id);
        return result;
      },
      (index, state) => setState(queue[index]?.id, state),
      controller.signal,
    );
    setRunning(false);
  };
  const move = (index: number, by: number) =>
    setEntries((current) => {
      const next = [...current];
      const [entry] = next.splice(index, 1);
      if (entry) next.splice(index + by, 0, entry);
      return next;
    });
  return { entries, waiting, isRunning, run, stop: () => abortController.current?.abort(), move };
}

/** Merges several change requests in order, stops at the first failure and shows the progress. */
export function MergeQueueDialog({ rows, onClose }: MergeQueueDialogProps) {
  const { entries, waiting, isRunning, run, stop, move } = useMergeQueue(rows);
  const failed = entries.find(({ state }) => state.status === 'failed');
  return (
    <QueueDialog
      description="Each is merged into its space immediately. The queue stops at the first failure; merged change requests stay merged."
      entries={entries}
      isRunning={isRunning}
      isLocked={isRunning}
      stop={{ label: 'Stop after this one', run: stop }}
      submit={{
        label: `${failed ? 'Merge remaining' : 'Merge'} ${formatNumber(waiting.length)}`,
        denialReason: waiting.length === 0 && 'Nothing left to merge.',
        run: () => void run(),
      }}
      summary={failed && `; stopped at “${nameOf(failed.row)}”`}
      onMove={isRunning ? undefined : move}
      onClose={onClose}
    >
      {failed?.state.status === 'failed' && (
        <Callout tone="danger" urgent title={`Couldn’t merge “${nameOf(failed.row)}”`}>
          {failed.state.reason} {formatCount(waiting.length, 'change request')} not started.
        </Callout>
      )}
    </QueueDialog>
  );
}

interface QueueDialogProps {
  description: string;
  entries: readonly Entry[];
  isRunning: boolean;
  /** Whether closing would stop it. */
  isLocked: boolean;
  stop: { label: string; run: () => void };
  submit: { label: string; denialReason: string | false; run: () => void };
  /** Ends the sentence that counts what is merged. */
  summary?: ReactNode;
  /** Undefined once the order is fixed. */
  onMove?: ((index: number, by: number) => void) | undefined;
  onClose: () => void;
  /** Above the list. */
  children?: ReactNode;
}

/** Change requests in the order in which they are merged, with the state of each. */
export function QueueDialog(props: QueueDialogProps) {
  const { entries, isRunning, isLocked, stop, submit, summary, onMove, onClose, children } = props;
  const merged = entries.filter(({ state }) => state.status === 'merged').length;
  return (
    <Dialog
      title={`Merge ${formatCount(entries.length, 'change request')} in order`}
      description={props.description}
      size="large"
      initialFocus="[data-cancel]"
      onClose={() => !isLocked && onClose()}
      footer={
        <>
          {isRunning && <Button onClick={stop.run}>{stop.label}</Button>}
          {!isLocked && (
            <Button data-cancel="" onClick={onClose}>
              {merged > 0 || isRunning ? 'Close' : 'Cancel'}
            </Button>
          )}
          <Button
            tone="primary"
            pending={isRunning}
            disabledReason={submit.denialReason}
            onClick={submit.run}
          >
            {submit.label}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p role="status" className="text-ink-soft tabular-nums">
          {formatNumber(merged)} of {formatCount(entries.length, 'change request')} merged
          {summary}
        </p>
        {children}
        <ol aria-label="Queue" className="divide-y divide-line rounded-lg border border-line">
          {entries.map((entry, index) => (
            <QueueRow
              key={entry.row.id}
              entry={entry}
              isFirst={index === 0}
              isLast={index === entries.length - 1}
              canMove={onMove !== undefined && entry.state.status === 'waiting'}
              onMove={(by) => onMove?.(index, by)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

interface QueueRowProps {
  entry: Entry;
  isFirst: boolean;
  isLast: boolean;
  canMove: boolean;
  onMove: (by: number) => void;
}

function QueueRow({ entry: { row, state }, isFirst, isLast, canMove, onMove }: QueueRowProps) {
  const { Icon, color, label } = statusAppearance[state.status];
  return (
    <li className="flex min-h-11 items-center gap-2.5 py-1 pr-2 pl-3">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{nameOf(row)}</bdi>
        <span className="block truncate text-xs text-ink-soft">
          <bdi>{row.spaceTitle}</bdi> #{row.number}
        </span>
        {canMove && <EntryChecks row={row} />}
        {state.status === 'failed' && (
          <span className="block text-xs text-danger-ink wrap-anywhere">{state.reason}</span>
        )}
      </span>
      <span className="text-xs text-ink-soft">{label}</span>
      {canMove && (
        <>
          <IconButton
            label={`Merge “${nameOf(row)}” earlier`}
            size="small"
            disabledReason={isFirst && 'Already first.'}
            onClick={() => onMove(-1)}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={`Merge “${nameOf(row)}” later`}
            size="small"
            disabledReason={isLast && 'Already last.'}
            onClick={() => onMove(1)}
          >
            <ArrowDown />
          </IconButton>
        </>
      )}
    </li>
  );
}

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
import { useRef, useState } from 'react';
import { mergeChangeRequestMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { countOf } from '#src/lib/counts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { changeRequestRefreshes } from '../change-request-query.ts';
import { nameOf, pathOf } from '../change-request-words.ts';
import { rememberMerge } from '../own-merges.ts';
import { isEmpty } from '../refusals.ts';
import { changesOf } from '../views/sides.ts';
import { fewChanges } from '../views/use-unseen-pages.ts';
import { type QueueState, runMergeQueue } from './merge-queue.ts';

interface MergeQueueDialogProps {
  rows: readonly OrganizationChangeRequest[];
  onClose: () => void;
}

interface Entry {
  row: OrganizationChangeRequest;
  state: QueueState;
}

const looks = {
  waiting: { Icon: CircleDashed, ink: 'text-ink-soft', word: 'Waiting' },
  merging: { Icon: LoaderCircle, ink: 'text-accent-ink', word: 'Merging' },
  merged: { Icon: CircleCheck, ink: 'text-success-ink', word: 'Merged' },
  failed: { Icon: CircleAlert, ink: 'text-danger-ink', word: 'Failed' },
  empty: { Icon: SkipForward, ink: 'text-ink-soft', word: 'Nothing to merge' },
  skipped: { Icon: SkipForward, ink: 'text-ink-soft', word: 'Skipped' },
};

/** Merges several change requests one after another; stops at the first that fails and says where it stands. */
export function MergeQueueDialog({ rows, onClose }: MergeQueueDialogProps) {
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    rows.map((row) => ({ row, state: { status: 'waiting' } })),
  );
  const [isRunning, setRunning] = useState(false);
  const stopping = useRef<AbortController>(null);
  const queryClient = useQueryClient();
  const merge = useApiMutation(mergeChangeRequestMutation(), { refreshes: changeRequestRefreshes });
  useBlocker({ shouldBlockFn: () => isRunning, enableBeforeUnload: () => isRunning });

  const waiting = entries.filter(({ state }) => state.status === 'waiting');
  const failed = entries.find(({ state }) => state.status === 'failed');
  const merged = entries.filter(({ state }) => state.status === 'merged').length;

  const run = async () => {
    const controller = new AbortController();
    stopping.current = controller;
    const queue = waiting.map(({ row }) => row);
    const skipped = (entry: Entry): Entry =>
      entry.state.status === 'failed' ? { ...entry, state: { status: 'skipped' } } : entry;
    setEntries((current) => current.map(skipped));
    setRunning(true);
    const say = (id: string | undefined, state: QueueState) =>
      setEntries((current) => current.map((entry) => (entry.row.id === id ? { ...entry, state } : entry)));
    await runMergeQueue(
      queue,
      async (row) => {
        const changes = await queryClient
          .fetchQuery({ ...changesOf(pathOf(row), fewChanges), staleTime: 0, retry: false })
          .catch(() => undefined);
        if (isEmpty(changes)) return 'empty';
        const { result } = await merge.mutateAsync({ path: pathOf(row) });
        if (result !== 'conflicts') rememberMerge(row.id);
        return result;
      },
      (index, state) => say(queue[index]?.id, state),
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

  return (
    <Dialog
      title={`Merge ${countOf(rows.length, 'change request')} in order`}
      description="Each is merged into its space immediately. The queue stops at the first failure; merged change requests stay merged."
      size="large"
      initialFocus="[data-cancel]"
      onClose={() => !isRunning && onClose()}
      footer={
        <>
          {isRunning ? (
            <Button onClick={() => stopping.current?.abort()}>Stop after this one</Button>
          ) : (
            <Button data-cancel="" onClick={onClose}>
              {merged > 0 ? 'Close' : 'Cancel'}
            </Button>
          )}
          <Button
            tone="primary"
            pending={isRunning}
            disabledReason={waiting.length === 0 && 'Nothing left to merge.'}
            onClick={() => void run()}
          >
            {failed ? `Merge remaining ${waiting.length}` : `Merge ${waiting.length}`}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p role="status" className="text-ink-soft tabular-nums">
          {merged} of {countOf(entries.length, 'change request')} merged
          {failed && `; stopped at “${nameOf(failed.row)}”`}
        </p>
        {failed?.state.status === 'failed' && (
          <Callout tone="danger" urgent title={`Couldn’t merge “${nameOf(failed.row)}”`}>
            {failed.state.reason} {countOf(waiting.length, 'change request')} not started.
          </Callout>
        )}
        <ol aria-label="Queue" className="divide-y divide-line rounded-lg border border-line">
          {entries.map((entry, index) => (
            <QueueLine
              key={entry.row.id}
              entry={entry}
              isFirst={index === 0}
              isLast={index === entries.length - 1}
              canMove={!isRunning && entry.state.status === 'waiting'}
              onMove={(by) => move(index, by)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

interface QueueLineProps {
  entry: Entry;
  isFirst: boolean;
  isLast: boolean;
  canMove: boolean;
  onMove: (by: number) => void;
}

function QueueLine({ entry: { row, state }, isFirst, isLast, canMove, onMove }: QueueLineProps) {
  const { Icon, ink, word } = looks[state.status];
  return (
    <li className="flex min-h-11 items-center gap-2.5 py-1 pr-2 pl-3">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${ink}`} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{nameOf(row)}</bdi>
        <span className="block truncate text-xs text-ink-soft">
          <bdi>{row.spaceTitle}</bdi> #{row.number}
        </span>
      </span>
      <span className="text-xs text-ink-soft">{word}</span>
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

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash } from 'lucide-react';
import type { PlannedMerge } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { describeTime, plannedMergesOf } from './planned-merges.ts';

const appearance = {
  waiting: { Icon: CircleDashed, color: 'text-ink-soft', label: 'Waiting' },
  merged: { Icon: CircleCheck, color: 'text-success-ink', label: 'Merged' },
  refused: { Icon: CircleAlert, color: 'text-danger-ink', label: 'Refused' },
  canceled: { Icon: CircleSlash, color: 'text-ink-soft', label: 'Canceled' },
};

/** What is to be merged in the spaces of the person, and what became of it: the same for everybody. */
export function MergeQueueList({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(plannedMergesOf(organizationId));
  return (
    <Dialog
      title="Merge queue"
      description="Merges that were planned in your spaces, and what became of them in the last 30 days."
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error ? (
        <FetchFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.items.length === 0 ? (
        <EmptyState title="Nothing is planned">
          Select change requests and merge them, or choose “Merge later” in the menu of one.
        </EmptyState>
      ) : (
        <ol aria-label="Planned merges" className="divide-y divide-line rounded-lg border border-line">
          {data.items.map((plan) => (
            <PlanRow key={plan.id} organizationId={organizationId} plan={plan} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function PlanRow({ organizationId, plan }: { organizationId: string; plan: PlannedMerge }) {
  const { space, changeRequest, state, problem, user } = plan;
  const { Icon, color, label } = appearance[state];
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <span className="min-w-0 flex-1">
        <Link
          to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest"
          params={{ organizationId, spaceId: space.id, changeRequest: String(changeRequest.number) }}
          className="link wrap-anywhere"
        >
          <bdi>{changeRequest.subject || `#${changeRequest.number}`}</bdi>
        </Link>
        <span className="block text-xs text-ink-soft wrap-anywhere">
          <bdi>{space.title}</bdi> #{changeRequest.number} · {describeTime(plan)} ·{' '}
          <bdi>{user.displayName}</bdi>, <Time value={plan.createdAt} />
        </span>
        {problem !== undefined && (
          <span className={`block text-xs wrap-anywhere ${state === 'refused' ? 'text-danger-ink' : ''}`}>
            {problem}
          </span>
        )}
      </span>
      <span className="text-xs text-ink-soft">{label}</span>
    </li>
  );
}

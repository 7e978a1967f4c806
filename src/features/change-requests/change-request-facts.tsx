import type { ChangeRequest } from '#src/api/generated/types.gen.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Time } from '#src/ui/time.tsx';
import { isUnfinished, statusOf } from './change-request-words.ts';

/** State and number of a change request, and whether its space has moved on. */
export function StatusBadges({ changeRequest }: { changeRequest: ChangeRequest }) {
  const status = statusOf(changeRequest.status);
  return (
    <>
      <Badge tone={status.tone} {...(status.meaning ? { tip: status.meaning } : {})}>
        {status.name}
      </Badge>
      {changeRequest.outdated && isUnfinished(changeRequest) && (
        <Badge tone="warning" tip="Its space has changed since it was last brought up to date.">
          Outdated
        </Badge>
      )}
      <span className="text-ink-soft tabular-nums">#{changeRequest.number}</span>
    </>
  );
}

interface ChangeRequestFactsProps {
  changeRequest: ChangeRequest;
  space: { title: string; emoji: string };
}

/** Space, author and times of a change request in one line. */
export function ChangeRequestFacts({ changeRequest, space }: ChangeRequestFactsProps) {
  return (
    <>
      <span aria-hidden="true">{space.emoji} </span>
      <bdi>{space.title}</bdi> · by <bdi>{changeRequest.createdBy.displayName}</bdi>, started{' '}
      <Time value={changeRequest.createdAt} />, changed <Time value={changeRequest.updatedAt} />
    </>
  );
}

import { History } from 'lucide-react';
import type { ChangeRequest, RequestedReviewer, Review } from '#api/generated/types.gen.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Time } from '#src/ui/time.tsx';
import { activityOf } from './activity.ts';

interface ActivityListProps {
  changeRequest: ChangeRequest;
  reviews: readonly Review[];
  requested: readonly RequestedReviewer[];
}

export function ActivityList({ changeRequest, reviews, requested }: ActivityListProps) {
  const entries = activityOf(changeRequest, reviews, requested);
  return (
    <section aria-label="Activity">
      <h2 className="mb-2 font-medium">Activity</h2>
      <ol className="space-y-3">
        {entries.map(({ key, at, by, text, comment }) => (
          <li key={key} className="flex gap-2.5">
            {by ? (
              <Avatar name={by.displayName} src={by.photoURL} />
            ) : (
              <History aria-hidden="true" className="size-6 shrink-0 p-1 text-ink-soft" />
            )}
            <div className="min-w-0 flex-1">
              <p className="text-pretty wrap-anywhere">
                {by && <bdi className="font-medium">{by.displayName} </bdi>}
                {text}
                <span className="text-ink-soft">
                  {' '}
                  <Time value={at} />
                </span>
              </p>
              {comment && (
                <p
                  dir="auto"
                  className="mt-1 rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere"
                >
                  {comment}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

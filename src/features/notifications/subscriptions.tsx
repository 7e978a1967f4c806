import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Subscription } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { subjectName } from '#src/domain/notifications/labels.ts';
import { subjectLink } from '#src/domain/notifications/subject-link.ts';
import { useSubscriptionChange } from '#src/domain/notifications/subscription-actions.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { type SettingsScope, subscriptionsOf } from './queries.ts';

const kindNames: Readonly<Partial<Record<Subscription['subject']['kind'], string>>> = {
  'change-request': 'Change request',
  space: 'Space',
  site: 'Site',
};

/** What the person follows and has muted, with the removal of each. */
export function Subscriptions({ scope }: { scope: SettingsScope }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    subscriptionsOf(scope),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title="Following and muted" {...(data && { count: data.pages[0]?.count ?? items.length })}>
      {error && <FetchFailure error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="w-1/2" />}
      {data && items.length === 0 && (
        <p className="text-ink-soft">
          Nothing yet. Follow or mute a space, a change request or a site in its menu.
        </p>
      )}
      {items.length > 0 && (
        <ul aria-label="Following and muted" className="divide-y divide-line rounded-lg border border-line">
          {items.map((subscription) => (
            <SubscriptionRow
              key={`${subscription.subject.kind} ${subscription.subject.id}`}
              {...subscription}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Section>
  );
}

function SubscriptionRow(subscription: Subscription) {
  const { state, organization, subject } = subscription;
  const change = useSubscriptionChange();
  const name = subjectName({ subject });
  const { kind } = subject;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <span className="min-w-0 flex-1">
        <Link
          {...subjectLink({ organization, subject })}
          dir="auto"
          className="link block truncate font-medium"
        >
          {name}
        </Link>
        <span className="block truncate text-xs text-ink-soft">
          {kindNames[kind] ?? kind}
          {subject.spaceTitle !== undefined && kind !== 'space' && ` in ${subject.spaceTitle}`}
        </span>
      </span>
      <Badge tone={state === 'muted' ? 'neutral' : 'accent'}>
        {state === 'muted' ? 'Muted' : 'Following'}
      </Badge>
      {(kind === 'change-request' || kind === 'space' || kind === 'site') && (
        <Button
          size="small"
          aria-label={state === 'muted' ? `Unmute ${name}` : `Stop following ${name}`}
          onClick={() => void change({ kind, id: subject.id, title: name }, null, state)}
        >
          {state === 'muted' ? 'Unmute' : 'Stop following'}
        </Button>
      )}
    </li>
  );
}

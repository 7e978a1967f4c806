import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { loginsOf } from './providers-query.ts';

export function SignInList({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useQuery(loginsOf(organizationId));
  if (error) return <FetchFailure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="w-1/2" />;
  if (data.items.length === 0)
    return <p className="text-ink-soft">None. Members sign in without single sign-on.</p>;
  return (
    <ul aria-label="Sign-in options" className="divide-y divide-line rounded-lg border border-line">
      {data.items.map(({ id, label, startURL }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
          <LogIn aria-hidden="true" className="size-4 text-ink-soft" />
          <bdi className="font-medium">{label}</bdi>
          <a
            href={startURL}
            target="_blank"
            rel="noreferrer"
            className="link ml-auto min-w-0 text-xs wrap-anywhere"
          >
            {startURL}
          </a>
        </li>
      ))}
    </ul>
  );
}

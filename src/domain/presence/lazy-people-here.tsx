import { lazy, Suspense } from 'react';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

const People = lazy(() =>
  import('./people-here.tsx').then(
    ({ PeopleHere }) => ({ default: PeopleHere }),
    () => ({ default: () => null }),
  ),
);

/** Who else has something open, where a stream of events says so. It loads after the screen, which works without it. */
export function LazyPeopleHere({ subject }: { subject: string }) {
  const isIdleNow = useStore(isIdle);
  return <Suspense>{isIdleNow && <People key={subject} subject={subject} />}</Suspense>;
}

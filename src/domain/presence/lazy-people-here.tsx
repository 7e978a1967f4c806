import { Suspense } from 'react';
import { optionalPart } from '#src/components/errors/load-part.ts';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

const People = optionalPart(async () => ({ default: (await import('./people-here.tsx')).PeopleHere }));

/** Who else has something open, where a stream of events says so. It loads after the screen, which works without it. */
export function LazyPeopleHere({ subject }: { subject: string }) {
  const isIdleNow = useStore(isIdle);
  return <Suspense>{isIdleNow && <People key={subject} subject={subject} />}</Suspense>;
}

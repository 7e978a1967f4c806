import { lazy, Suspense } from 'react';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { classNames } from '#src/lib/class-names.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

// Not needed for the first screen. If it fails to load, the screens work without it.
const Bell = lazy(() =>
  import('#src/domain/notifications/bell.tsx').then(
    (part) => ({ default: part.Bell }),
    () => ({ default: () => null }),
  ),
);

interface LateBellProps {
  organizationId: string;
  className: string;
}

/** The bell, whose place is kept until it is there. */
export function LateBell({ organizationId, className }: LateBellProps) {
  const idle = useStore(isIdle);
  return (
    <span className={classNames('h-8 w-10 shrink-0 pointer-coarse:h-10', className)}>
      <Suspense>{idle && <Bell organizationId={organizationId} />}</Suspense>
    </span>
  );
}

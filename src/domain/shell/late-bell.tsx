import { Suspense } from 'react';
import { optionalPart } from '#src/components/errors/load-part.ts';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { classNames } from '#src/lib/class-names.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

// Not needed for the first screen. If it fails to load, the screens work without it.
const Bell = optionalPart(async () => ({
  default: (await import('#src/domain/notifications/bell.tsx')).Bell,
}));

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

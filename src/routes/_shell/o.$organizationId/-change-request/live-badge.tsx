import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { useHasEvents } from '#src/features/change-requests/capabilities.ts';
import { afterPaint } from '#src/ui/browser/after-paint.ts';
import type { LiveChangeRequestProps } from './live-change-request.tsx';

/**
 * The people who are editing the change request; while it is mounted, changes of others appear. It loads
 * after the first paint, and the screen works without it.
 */
export function LiveBadge(props: LiveChangeRequestProps) {
  const hasEvents = useHasEvents();
  const [Live, setLive] = useState<ComponentType<LiveChangeRequestProps> | null>(null);
  useEffect(() => {
    if (!hasEvents) return undefined;
    return afterPaint(() => {
      import('./live-change-request.tsx').then(
        ({ LiveChangeRequest }) => startTransition(() => setLive(() => LiveChangeRequest)),
        // Without a connection, it comes with the next visit.
        () => undefined,
      );
    });
  }, [hasEvents]);
  return Live && <Live {...props} />;
}

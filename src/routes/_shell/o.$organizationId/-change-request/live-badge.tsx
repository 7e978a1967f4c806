import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { useCan } from '#src/api/extensions.ts';
import { afterPaint } from '#src/ui/browser/after-paint.ts';
import type { LiveChangeRequestProps } from './live-change-request.tsx';

/**
 * The people who are editing the change request; while it is mounted, changes of others appear. It loads
 * after the first paint, and the screen works without it.
 */
export function LiveBadge(props: LiveChangeRequestProps) {
  const isSupported = useCan('streamChangeRequestEvents') === true;
  const [Live, setLive] = useState<ComponentType<LiveChangeRequestProps> | null>(null);
  useEffect(() => {
    if (!isSupported) return undefined;
    return afterPaint(() => {
      import('./live-change-request.tsx').then(
        ({ LiveChangeRequest }) => startTransition(() => setLive(() => LiveChangeRequest)),
        // Without a connection, it comes with the next visit.
        () => undefined,
      );
    });
  }, [isSupported]);
  return Live && <Live {...props} />;
}

import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { afterPaint } from '#src/ui/browser/after-paint.ts';
import type { LiveChangeRequestProps } from './live-change-request.tsx';

/**
 * The people who are editing the change request. It loads after the first paint, and the screen works without
 * it.
 */
export function LiveBadge(props: LiveChangeRequestProps) {
  const [Live, setLive] = useState<ComponentType<LiveChangeRequestProps> | null>(null);
  useEffect(
    () =>
      afterPaint(() => {
        import('./live-change-request.tsx').then(
          ({ LiveChangeRequest }) => startTransition(() => setLive(() => LiveChangeRequest)),
          // Without a connection, it comes with the next visit.
          () => undefined,
        );
      }),
    [],
  );
  return Live && <Live {...props} />;
}

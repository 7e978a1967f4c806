import { Suspense } from 'react';
import { optionalPart } from '#src/components/errors/load-part.ts';
import type { BelowTextProps } from './below-text.tsx';

const BelowText = optionalPart(async () => ({ default: (await import('./below-text.tsx')).BelowText }));

/** Who else is editing a page, where a stream of events says so, and how it is read. The editor works without it. */
export function LiveEditorsLine(props: BelowTextProps) {
  return (
    <Suspense>
      <BelowText {...props} />
    </Suspense>
  );
}

import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/**
 * False until what a screen renders first is painted, then true: for what stands beside the one thing that it was opened
 * for. The space of what is shown then has to be kept.
 *
 * @param isAtOnce nothing waits
 */
export function useIsPainted(isAtOnce = false): boolean {
  const [isPainted, setPainted] = useState(isAtOnce);
  useEffect(() => {
    // A key that is pressed in between comes first.
    return isPainted ? undefined : afterPaint(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted;
}

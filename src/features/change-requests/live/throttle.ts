/** Runs what is asked for again and again at most once in this time. */
const pauseMs = 1000;

/**
 * One run after the other: what is asked for during one is done once after it, and not at once again.
 *
 * @param pause resolves after a time
 */
export function throttle(
  run: () => Promise<unknown>,
  pause: (milliseconds: number) => Promise<unknown>,
): () => void {
  let isRunning = false;
  let isAsked = false;
  const runAll = async () => {
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      await Promise.allSettled([run(), pause(pauseMs)]);
    }
    isRunning = false;
  };
  return () => {
    isAsked = true;
    if (!isRunning) void runAll();
  };
}

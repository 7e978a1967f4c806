/** What ran in the frames of the slowest keys. Functions that run inside the page may use only its globals. */

/** A key press in a page, in ms of its clock. */
interface PressedKey {
  at: number;
  key: string;
}

/** A frame that took longer than 50 ms, and its scripts. */
interface LongFrame {
  start: number;
  end: number;
  scripts: { invoker: string; name: string; ms: number }[];
}

declare global {
  interface Window {
    benchPressed: PressedKey[];
    benchFrames: LongFrame[];
  }
  interface PerformanceEntry {
    /** Of a long animation frame. */
    scripts?: { invoker: string; sourceFunctionName: string; sourceURL: string; duration: number }[];
  }
}

/** Installed before any script of the page. */
export function installFrameProbe(): void {
  window.benchPressed = [];
  window.benchFrames = [];
  window.addEventListener(
    'keydown',
    ({ timeStamp, key }) => window.benchPressed.push({ at: timeStamp, key }),
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const { startTime, duration, scripts = [] } of list.getEntries()) {
      window.benchFrames.push({
        start: startTime,
        end: startTime + duration,
        scripts: scripts.map(({ invoker, sourceFunctionName, sourceURL, duration: ms }) => ({
          invoker,
          name: `${sourceFunctionName} ${sourceURL.split('/').at(-1) ?? ''}`,
          ms,
        })),
      });
    }
  }).observe({ type: 'long-animation-frame' });
}

/** The keys that took longest, as lines of text: the key, the time to its paint, and what ran meanwhile. */
export function describeSlowest(
  pressed: readonly PressedKey[],
  times: readonly number[],
  frames: readonly LongFrame[],
  count: number,
): string[] {
  return times
    .map((ms, index) => ({ ms, key: pressed[index]?.key ?? '', at: pressed[index]?.at ?? 0, index }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ ms, key, at, index }) => {
      const ran = frames
        .filter(({ start, end }) => start < at + ms && end > at)
        .flatMap(({ scripts }) => scripts)
        .map(({ invoker, name, ms: taken }) => `${invoker} (${name.trim()}) ${taken.toFixed(0)} ms`);
      return `key ${index + 1}, ${key}: ${ms.toFixed(1)} ms; ${ran.join(', ') || 'no script of 5 ms in a frame of 50 ms'}`;
    });
}

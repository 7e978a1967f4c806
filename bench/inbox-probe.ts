/** Runs inside the page. Functions may use only parameters and the page's globals, as in `page-probe.ts`. */

/** Time until a key press is painted: frames and milliseconds. */
export interface KeyTiming {
  frames: number;
  time: number;
}

/** Presses a key on the focused element, and waits until the text of `shown` changes. */
export function timeKey({ key, shown }: { key: string; shown: string }): Promise<KeyTiming> {
  const read = (): string => document.querySelector(shown)?.textContent ?? '';
  return new Promise((resolve, reject) => {
    const press = (): void => {
      const before = read();
      const started = performance.now();
      let frames = 0;
      const poll = (): void => {
        frames += 1;
        const time = performance.now() - started;
        if (read() !== before) resolve({ frames, time });
        else if (time > 20_000) reject(new Error(`Key ${key} had no effect.`));
        else requestAnimationFrame(poll);
      };
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      requestAnimationFrame(poll);
    };
    // Keys come between two frames, like any other event.
    requestAnimationFrame(() => setTimeout(press));
  });
}

/** The result of scrolling down a list. */
export interface ScrollResult {
  frames: number[];
  /** The maximum number of elements in the document. */
  maxNodes: number;
  /** The part of the list that was passed: 0 to 1. */
  share: number;
}

/**
 * Scrolls down by `step` pixels in each of `maxFrames` frames, or until the end has been visible for `settleFrames`
 * frames, so that pending requests can finish.
 */
export function scrollDown(options: {
  scroller: string;
  step: number;
  maxFrames: number;
  settleFrames: number;
}): Promise<ScrollResult> {
  const scroller = document.querySelector(options.scroller) ?? document.scrollingElement;
  if (scroller === null) throw new Error(`${options.scroller} not found.`);
  const result: ScrollResult = { frames: [], maxNodes: 0, share: 0 };
  return new Promise((resolve) => {
    let before = performance.now();
    let atEnd = 0;
    const next = (now: number): void => {
      result.frames.push(now - before);
      before = now;
      result.maxNodes = Math.max(result.maxNodes, document.getElementsByTagName('*').length);
      const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
      atEnd = isAtEnd ? atEnd + 1 : 0;
      if (atEnd > options.settleFrames || result.frames.length > options.maxFrames) {
        result.share = Math.min(1, (scroller.scrollTop + scroller.clientHeight) / scroller.scrollHeight);
        // The first frame also holds the wait for the scroll to begin.
        result.frames.shift();
        resolve(result);
        return;
      }
      scroller.scrollTop += options.step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

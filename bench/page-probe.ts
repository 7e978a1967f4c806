/**
 * What runs inside the measured page. Everything here is sent to the browser as text, so each function may use nothing
 * but its parameters and the page's own globals.
 */

/** What the probe leaves on `window`. Times are milliseconds since the navigation began. */
export interface Probe {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  longTasks: { start: number; duration: number }[];
  /** When enough rows first stood in the document; 0 before that. */
  rowsVisible: number;
}

declare global {
  interface Window {
    benchProbe: Probe;
  }
}

/** Watches paints, shifts, long tasks and the first rows. Installed before any script of the page. */
export function installProbe({ rows, least }: { rows: string; least: number }): void {
  const probe: Probe = { firstPaint: 0, largestPaint: 0, shift: 0, longTasks: [], rowsVisible: 0 };
  window.benchProbe = probe;
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  };
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') probe.firstPaint = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    probe.largestPaint = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if ('hadRecentInput' in entry && 'value' in entry && !entry.hadRecentInput)
      probe.shift += Number(entry.value);
  });
  observe('longtask', ({ startTime, duration }) => probe.longTasks.push({ start: startTime, duration }));
  const look = (): void => {
    if (document.querySelectorAll(rows).length >= least) probe.rowsVisible = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * Clicks the link and says how long it took until `least` rows of the screen at `path` were painted, in milliseconds. The
 * clock stops in the frame after the one that shows them.
 */
export function timeChange(change: {
  link: string;
  path: string;
  rows: string;
  least: number;
}): Promise<number> {
  const link = document.querySelector<HTMLElement>(change.link);
  if (link === null) throw new Error(`There is no link ${change.link}.`);
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const look = (): void => {
      const there = location.pathname.endsWith(change.path);
      if (there && document.querySelectorAll(change.rows).length >= change.least) {
        requestAnimationFrame(() => resolve(performance.now() - started));
      } else if (performance.now() - started > 20_000) {
        reject(new Error(`The screen ${change.path} did not show its rows.`));
      } else {
        requestAnimationFrame(look);
      }
    };
    link.click();
    requestAnimationFrame(look);
  });
}

/** What a scroll looked like. `blank` is the share of frames, 0 to 1, in which no row stood in the middle. */
export interface ScrollFrames {
  frames: number[];
  blank: number;
  mostRows: number;
}

/** Scrolls down by `step` pixels in each of `count` frames and watches what is drawn. */
export function watchScroll(scroll: {
  scroller: string;
  row: string;
  step: number;
  count: number;
}): Promise<ScrollFrames> {
  const scroller = document.querySelector(scroll.scroller) ?? document.scrollingElement;
  if (scroller === null) throw new Error(`There is no ${scroll.scroller}.`);
  const box = scroller.getBoundingClientRect();
  const x = box.left + box.width / 3;
  const y = Math.max(box.top, 0) + Math.min(box.height, innerHeight) / 2;
  const result: ScrollFrames = { frames: [], blank: 0, mostRows: 0 };
  return new Promise((resolve) => {
    let before = performance.now();
    let blank = 0;
    const next = (now: number): void => {
      result.frames.push(now - before);
      before = now;
      const middle = document.elementFromPoint(x, y);
      if (middle?.closest(scroll.row) === null) blank += 1;
      result.mostRows = Math.max(result.mostRows, document.querySelectorAll(scroll.row).length);
      if (result.frames.length >= scroll.count) {
        result.blank = blank / scroll.count;
        // The first frame also holds the wait for the scroll to begin.
        result.frames.shift();
        resolve(result);
        return;
      }
      scroller.scrollTop += scroll.step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

/** Starts to time drags: each `dragstart` and `drop` is timed until the frame in which the tree looks different. */
export function watchDrags({ tree }: { tree: string }): void {
  const times: { dragStarts: number[]; drops: number[] } = { dragStarts: [], drops: [] };
  Object.assign(window, { benchDrags: times });
  const afterPaint = (take: (time: number) => void): void => {
    requestAnimationFrame(() => requestAnimationFrame(take));
  };
  window.addEventListener(
    'dragstart',
    () => {
      const started = performance.now();
      afterPaint((now) => times.dragStarts.push(now - started));
    },
    true,
  );
  window.addEventListener(
    'drop',
    () => {
      const started = performance.now();
      const element = document.querySelector(tree);
      if (element === null) return;
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame((now) => times.drops.push(now - started));
      });
      observer.observe(element, { childList: true, subtree: true, attributes: true, characterData: true });
    },
    true,
  );
}

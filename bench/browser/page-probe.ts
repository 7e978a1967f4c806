/** Runs inside the measured page; serialized, so functions may use only parameters and the page's globals. */

/** The results of the probe, on `window`. Times are milliseconds since the start of the navigation. */
export interface Probe {
  firstPaint: number;
  shift: number;
  longTasks: { start: number; duration: number }[];
  /** When the document first contained enough rows; 0 before that. */
  rowsVisible: number;
  /** How many there were in that frame. */
  firstRows: number;
}

declare global {
  interface Window {
    benchProbe: Probe;
    /** For each key press: the time in ms from the key until the frame that follows it is painted. */
    benchKeys: number[];
  }
}

/** Observes paints, layout shifts, long tasks and the first rows. Installed before any script of the page. */
export function installProbe({ rows, minRows }: { rows: string; minRows: number }): void {
  const probe: Probe = {
    firstPaint: 0,
    shift: 0,
    longTasks: [],
    rowsVisible: 0,
    firstRows: 0,
  };
  window.benchProbe = probe;
  const observe = (type: string, collect: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(collect)).observe({ type, buffered: true });
  };
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') probe.firstPaint = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if ('hadRecentInput' in entry && 'value' in entry && !entry.hadRecentInput)
      probe.shift += Number(entry.value);
  });
  observe('longtask', ({ startTime, duration }) => probe.longTasks.push({ start: startTime, duration }));
  const checkRows = (): void => {
    probe.firstRows = document.querySelectorAll(rows).length;
    if (probe.firstRows >= minRows) probe.rowsVisible = performance.now();
    else requestAnimationFrame(checkRows);
  };
  requestAnimationFrame(checkRows);
}

/**
 * Clicks the link, or goes to the path where the page has none, and returns the milliseconds until `minRows` rows of the screen at `path` were painted: until the
 * frame after the one that shows them. Rows of the screen before, which may stay until the next one is ready, don't
 * count.
 */
export function timeNavigation(change: {
  link: string;
  path: string;
  rows: string;
  minRows: number;
}): Promise<number> {
  return new Promise((resolve, reject) => {
    const former = new Set(document.querySelectorAll(change.rows));
    const countRows = (): number =>
      [...document.querySelectorAll(change.rows)].filter((row) => !former.has(row)).length;
    const started = performance.now();
    const look = (): void => {
      if (location.pathname.endsWith(change.path) && countRows() >= change.minRows) {
        requestAnimationFrame(() => resolve(performance.now() - started));
      } else if (performance.now() - started > 20_000) {
        reject(new Error(`Screen ${change.path} showed no rows.`));
      } else {
        requestAnimationFrame(look);
      }
    };
    const link = document.querySelector<HTMLElement>(change.link);
    if (link === null) history.pushState(null, '', change.path);
    else link.click();
    requestAnimationFrame(look);
  });
}

/** The frames of a scroll. `blank` is the share of frames, 0 to 1, without a row in the middle. */
export interface ScrollFrames {
  frames: number[];
  blank: number;
  maxRows: number;
}

/** Scrolls down by `step` pixels in each of `count` frames and checks what is rendered. */
export function watchScroll(scroll: {
  scroller: string;
  row: string;
  step: number;
  count: number;
}): Promise<ScrollFrames> {
  const scroller = document.querySelector(scroll.scroller) ?? document.scrollingElement;
  if (scroller === null) throw new Error(`${scroll.scroller} not found.`);
  const box = scroller.getBoundingClientRect();
  const x = box.left + box.width / 3;
  const y = Math.max(box.top, 0) + Math.min(box.height, innerHeight) / 2;
  const result: ScrollFrames = { frames: [], blank: 0, maxRows: 0 };
  return new Promise((resolve) => {
    let before = performance.now();
    let blank = 0;
    const next = (now: number): void => {
      result.frames.push(now - before);
      before = now;
      const middle = document.elementFromPoint(x, y);
      if (middle?.closest(scroll.row) === null) blank += 1;
      result.maxRows = Math.max(result.maxRows, document.querySelectorAll(scroll.row).length);
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

/** The results of `watchDrags`, on `window`, in milliseconds. */
export interface DragTimes {
  starts: number[];
  drops: number[];
}

/**
 * Measures drags: from the first pointer move to the frame that shows the dragging, and from the drop to the frame with
 * the new order. Supports native drag and drop (`dragstart`; the browser renders the dragged item) and pointer events.
 */
export function watchDrags({ row }: { row: string }): void {
  const times: DragTimes = { starts: [], drops: [] };
  Object.assign(window, { benchDrags: times });
  const order = (): string =>
    [...document.querySelectorAll(row)]
      .map((element) => ({
        top: element.getBoundingClientRect().top,
        text: element.textContent.slice(0, 24),
      }))
      .toSorted((a, b) => a.top - b.top)
      .map(({ text }) => text)
      .join();
  let pressed: { x: number; y: number } | null = null;

  /** Called in a frame: a message posted from it arrives after the paint. */
  const afterThisFrame = (callback: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = callback;
    port2.postMessage(null);
  };
  const startOnceShown = (shown: (report: () => void) => void): void => {
    const started = performance.now();
    pressed = null;
    shown(() => {
      requestAnimationFrame(() => afterThisFrame(() => times.starts.push(performance.now() - started)));
    });
  };
  const timeDrop = (): void => {
    const started = performance.now();
    const before = order();
    const look = (): void => {
      const passed = performance.now() - started;
      if (order() !== before) afterThisFrame(() => times.drops.push(performance.now() - started));
      else if (passed < 5000) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };

  const listen = <K extends keyof WindowEventMap>(
    type: K,
    callback: (event: WindowEventMap[K]) => void,
  ): void => window.addEventListener(type, callback, true);
  listen('pointerdown', ({ clientX, clientY }) => {
    pressed = { x: clientX, y: clientY };
  });
  listen('dragstart', () => startOnceShown((report) => report()));
  listen('pointermove', ({ clientX, clientY }) => {
    if (pressed === null || Math.hypot(clientX - pressed.x, clientY - pressed.y) < 5) return;
    // Native drag and drop fires `dragstart` instead of the events below.
    if (document.querySelector(`${row}[draggable="true"]`) !== null) return;
    startOnceShown((report) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        report();
      });
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    });
  });
  listen('pointerup', timeDrop);
  listen('drop', timeDrop);
}

/** Times each key press until its paint. Installed before any script of the page. */
export function installKeyProbe(): void {
  window.benchKeys = [];
  const onKey = ({ timeStamp }: KeyboardEvent): void => {
    // A frame is painted after its callbacks and before the next message.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        window.benchKeys.push(performance.now() - timeStamp);
      });
      port1.start();
      port2.postMessage(undefined);
    });
  };
  window.addEventListener('keydown', onKey, { capture: true });
}

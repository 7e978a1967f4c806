/**
 * The script of a page that is previewed while it is written. It stands in a frame without an origin, and does nothing but
 * scroll: to the line that the editor shows (`{ type: 'scroll-to-line', line }`), and tell the editor which line is at the
 * top when the reader scrolls (`{ type: 'scrolled-to-line', line }`) and that it is there (`{ type: 'preview-ready' }`). Lines
 * begin at 1 and have fractions: 7.5 is half way from the beginning of line 7 to that of line 8.
 */
const { dataset } = document.currentScript ?? document.createElement('script');

/** A block of the page and the line that it comes from. */
interface Mark {
  line: number;
  element: Element;
}

const lines = (dataset.lines ?? '').split(' ').map(Number);
const elements = Array.from(document.querySelector('.text')?.children ?? []);
/** Where several blocks come from one line, the first of them. */
const marks = elements.flatMap((element, index): Mark[] => {
  const line = lines[index];
  return line === undefined || line === lines[index - 1] ? [] : [{ line, element }];
});

const topOf = ({ element }: Mark) => element.getBoundingClientRect().top + scrollY;
const endOfText = () => (elements.at(-1)?.getBoundingClientRect().bottom ?? 0) + scrollY;

/** How high the lines of a block are taken to be that no other block follows, in pixels. */
const LINE_HEIGHT = 24;

/** The mark at or before a position, with what it covers: from `line` at `top` to `nextLine` at `bottom`. */
function spanAt(isBefore: (mark: Mark) => boolean) {
  // Marks are in order, so that a page of thousands is searched in a few steps.
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const mark = marks[middle];
    if (mark && isBefore(mark)) low = middle + 1;
    else high = middle;
  }
  const [mark, next] = [marks[low - 1], marks[low]];
  const [line, top] = mark ? [mark.line, topOf(mark)] : [1, 0];
  const bottom = next ? topOf(next) : endOfText();
  const nextLine = next?.line ?? line + Math.max(1, Math.round((bottom - top) / LINE_HEIGHT));
  return { line, top, nextLine, bottom };
}

/** The end of a scroll of ours: it is not reported to the editor. */
let expected: number | undefined;

function scrollToLine(target: number): void {
  const { line, top, nextLine, bottom } = spanAt((mark) => mark.line <= target);
  const share = nextLine > line ? (target - line) / (nextLine - line) : 0;
  const position = target <= 1 ? 0 : top + (bottom - top) * Math.min(1, share);
  scrollTo({ top: position, behavior: 'instant' });
  expected = scrollY;
}

function topLine(): number {
  const { line, top, nextLine, bottom } = spanAt((mark) => topOf(mark) <= scrollY + 1);
  const share = bottom > top ? (scrollY - top) / (bottom - top) : 0;
  return line + (nextLine - line) * Math.min(1, Math.max(0, share));
}

function tell(message: { type: string; line?: number }): void {
  parent.postMessage(message, dataset.console ?? location.origin);
}

let frame = 0;
addEventListener('scroll', () => {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    const isOurs = expected !== undefined && Math.abs(scrollY - expected) < 2;
    expected = undefined;
    if (!isOurs) tell({ type: 'scrolled-to-line', line: topLine() });
  });
});

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || typeof data !== 'object' || data === null) return;
  if (!('type' in data) || data.type !== 'scroll-to-line') return;
  if ('line' in data && typeof data.line === 'number' && Number.isFinite(data.line)) scrollToLine(data.line);
});

// Links lead away from what is being written; those within the page scroll.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link && link.getAttribute('href')?.startsWith('#') !== true) event.preventDefault();
});

tell({ type: 'preview-ready' });

/** Members select what they read and take it to the console, where its text is corrected. */
import { announce } from './texts.ts';

/** What readers see although it is not in the text, and formulas, which are written differently. */
const NOT_WRITTEN = '.label, .copy, .anchor, label, figcaption, math, .math';
const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, tr, pre, summary';
/** Characters of the selected text, from both ends, and letters around it. */
const MAX_TEXT = 200;
const MAX_AROUND = 60;

/** The part of a text between two places, as it was written. */
function written(range: Range): { text: string; letters: string } {
  const part = range.cloneContents();
  part.querySelectorAll(NOT_WRITTEN).forEach((element) => element.remove());
  part.querySelectorAll(`${BLOCKS}, td, th`).forEach((block) => block.append(' '));
  const text = part.textContent.replace(/\s+/g, ' ').trim();
  return { text, letters: text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') };
}

function countOf(letters: string, part: string, until = letters.length): number {
  let count = 0;
  for (let at = letters.indexOf(part); at >= 0 && at < until; at = letters.indexOf(part, at + 1)) count += 1;
  return count;
}

/** What the console finds a passage by in the text of a page. */
function describe(page: Range, selected: Range): string {
  const [above, below] = [page.cloneRange(), page.cloneRange()];
  above.setEnd(selected.startContainer, selected.startOffset);
  below.setStart(selected.endContainer, selected.endOffset);
  const { text, letters } = written(selected);
  const [all, ends] = [written(above).letters, written(below).letters];
  const [before, after] = [all.slice(-MAX_AROUND), ends.slice(0, MAX_AROUND)];
  const whole = all + letters + ends;
  const isLong = text.length > 2 * MAX_TEXT;
  return JSON.stringify({
    text: isLong ? text.slice(0, MAX_TEXT) : text,
    ...(isLong && { end: text.slice(-MAX_TEXT) }),
    length: letters.length,
    before,
    after,
    index: countOf(whole, before + letters + after, all.length - before.length),
    count: countOf(whole, before + letters + after),
    isUnique: countOf(whole, letters) === 1,
  });
}

/** The part of a selection that is in the text of the page; undefined where it has no letter there. */
function within(page: Range, selection: Selection | null): Range | undefined {
  if (!selection?.rangeCount) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  if (range.compareBoundaryPoints(Range.START_TO_START, page) < 0)
    range.setStart(page.startContainer, page.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, page) > 0)
    range.setEnd(page.endContainer, page.endOffset);
  return /[\p{L}\p{N}]/u.test(range.toString()) ? range : undefined;
}

/** Shows the way to the console for what is selected, and lets the keyboard select. */
export function offerCorrections(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-corrects]');
  const button = document.querySelector<HTMLButtonElement>('button[data-chooses]');
  const keys = button?.nextElementSibling;
  const text = document.querySelector<HTMLElement>('.text');
  const bar = link?.parentElement;
  if (!link || !bar || !button || !(keys instanceof HTMLElement) || !text) return;
  const page = document.createRange();
  page.selectNodeContents(text);
  let selected: Range | undefined;
  /** A press on the bar ends the selection in some browsers before it is a click. */
  let isPressed = false;

  const follow = (): void => {
    if (isPressed) return;
    const had = selected !== undefined;
    selected = within(page, getSelection());
    link.hidden = !selected;
    button.hidden = !link.hidden;
    keys.hidden = !selected || !text.contains(document.activeElement);
    if (selected && !had) announce((keys.hidden ? link : keys).textContent);
  };
  const address = (): void => {
    if (!selected) return;
    const url = new URL(link.href);
    url.searchParams.set('passage', describe(page, selected));
    link.href = url.href;
  };
  document.addEventListener('selectionchange', follow);
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  bar.addEventListener('pointerdown', () => {
    isPressed = true;
    address();
  });
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => setTimeout(() => (isPressed = false), 300));
  link.addEventListener('focus', address);
  link.addEventListener('click', address);

  /** The blocks that can be seen, the outermost ones. */
  const blocks = (): HTMLElement[] =>
    [...text.querySelectorAll<HTMLElement>(BLOCKS)].filter(
      (block) => block.checkVisibility() && !block.parentElement?.closest(BLOCKS),
    );
  const choose = (block: HTMLElement | undefined, from = block): void => {
    if (!block || !from) return;
    block.tabIndex = -1;
    block.focus();
    const isAfter = from.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING;
    const [first, last] = isAfter ? [from, block] : [block, from];
    getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
    // The next key may come before the browser tells.
    follow();
  };
  let start: HTMLElement | undefined;
  button.hidden = false;
  button.addEventListener('click', () => {
    start = blocks().find((block) => block.getBoundingClientRect().bottom > innerHeight / 5);
    choose(start);
  });
  text.addEventListener('keydown', (event) => {
    const { key, target, shiftKey } = event;
    if (!selected || !start || !(target instanceof HTMLElement) || target.tabIndex !== -1) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      const all = blocks();
      const next = all[all.indexOf(target) + step] ?? target;
      if (!shiftKey) start = next;
      choose(next, start);
    } else if (key === 'Enter') {
      address();
      link.click();
    } else if (key === 'Escape') {
      getSelection()?.removeAllRanges();
      button.hidden = false;
      button.focus();
    } else return;
    event.preventDefault();
  });
}

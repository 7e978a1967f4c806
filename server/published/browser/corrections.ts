/** Members select what they read and take it to the console, where its text is corrected. */
import { announce } from './texts.ts';

/** Elements that readers see although they are not in the text, and formulas, which are written differently. */
const NOT_WRITTEN = '.label, .copy, .anchor, label, figcaption, math, .math, .card small, .embed .card';
const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, tr, pre, summary';
/** Characters of the selected text, from both ends, and letters around it. */
const MAX_TEXT = 200;
const MAX_AROUND = 60;

/** The text of a range as its author wrote it, and its letters and digits alone. */
function readRange(range: Range): { text: string; letters: string } {
  const part = range.cloneContents();
  part.querySelectorAll(NOT_WRITTEN).forEach((element) => element.remove());
  part.querySelectorAll(`${BLOCKS}, td, th`).forEach((block) => block.append(' '));
  const text = part.textContent.replace(/\s+/g, ' ').trim();
  return { text, letters: text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') };
}

function countMatches(letters: string, part: string, until = letters.length): number {
  let count = 0;
  for (let at = letters.indexOf(part); at >= 0 && at < until; at = letters.indexOf(part, at + 1)) count += 1;
  return count;
}

/** The description by which the console finds a passage in the text of a page. */
function describePassage(page: Range, selected: Range): string {
  const [above, below] = [page.cloneRange(), page.cloneRange()];
  above.setEnd(selected.startContainer, selected.startOffset);
  below.setStart(selected.endContainer, selected.endOffset);
  const { text, letters } = readRange(selected);
  const [all, ends] = [readRange(above).letters, readRange(below).letters];
  const [before, after] = [all.slice(-MAX_AROUND), ends.slice(0, MAX_AROUND)];
  const whole = all + letters + ends;
  const isLong = text.length > 2 * MAX_TEXT;
  return JSON.stringify({
    text: isLong ? text.slice(0, MAX_TEXT) : text,
    ...(isLong && { end: text.slice(-MAX_TEXT) }),
    length: letters.length,
    before,
    after,
    index: countMatches(whole, before + letters + after, all.length - before.length),
    count: countMatches(whole, before + letters + after),
    isUnique: countMatches(whole, letters) === 1,
  });
}

/** The part of a selection that is in the text of the page; undefined where it has no letter there. */
function clipToPage(page: Range, selection: Selection | null): Range | undefined {
  if (!selection?.rangeCount) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  if (range.compareBoundaryPoints(Range.START_TO_START, page) < 0)
    range.setStart(page.startContainer, page.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, page) > 0)
    range.setEnd(page.endContainer, page.endOffset);
  return /[\p{L}\p{N}]/u.test(range.toString()) ? range : undefined;
}

/** Shows the way to the console for what is selected. */
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

  const updateBar = (): void => {
    if (isPressed) return;
    const had = selected !== undefined;
    selected = clipToPage(page, getSelection());
    link.hidden = !selected;
    button.hidden = !link.hidden;
    keys.hidden = !selected || !text.contains(document.activeElement);
    if (!selected || had) return;
    // On phones the bar is wider than the window.
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    announce((keys.hidden ? link : keys).textContent);
  };
  const updateLink = (): void => {
    if (!selected) return;
    const url = new URL(link.href);
    url.searchParams.set('passage', describePassage(page, selected));
    link.href = url.href;
  };
  document.addEventListener('selectionchange', updateBar);
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  bar.addEventListener('pointerdown', () => {
    isPressed = true;
    updateLink();
  });
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => setTimeout(() => (isPressed = false), 300));
  link.addEventListener('focus', updateLink);
  link.addEventListener('click', updateLink);
  button.hidden = false;
  selectByKeyboard(text, button, {
    hasSelection: () => selected !== undefined,
    onSelect: updateBar,
    onEnter: () => link.click(),
  });
}

interface KeyboardSelection {
  hasSelection: () => boolean;
  /** Called once blocks are selected, as the next key may come before the browser's event. */
  onSelect: () => void;
  onEnter: () => void;
}

/** Selects blocks of a text by keys: a button selects the first one in sight, arrow keys the others. */
function selectByKeyboard(
  text: HTMLElement,
  button: HTMLButtonElement,
  { hasSelection, onSelect, onEnter }: KeyboardSelection,
): void {
  let start: HTMLElement | undefined;
  /** The blocks that can be seen, the outermost ones. */
  const listBlocks = (): HTMLElement[] =>
    [...text.querySelectorAll<HTMLElement>(BLOCKS)].filter(
      (block) => block.checkVisibility() && !block.parentElement?.closest(BLOCKS),
    );
  const select = (block: HTMLElement | undefined, from = block): void => {
    if (!block || !from) return;
    block.tabIndex = -1;
    block.focus();
    const isAfter = from.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING;
    const [first, last] = isAfter ? [from, block] : [block, from];
    getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
    onSelect();
  };
  button.addEventListener('click', () => {
    start = listBlocks().find((block) => block.getBoundingClientRect().bottom > innerHeight / 5);
    select(start);
  });
  text.addEventListener('keydown', (event) => {
    const { key, target, shiftKey } = event;
    if (!hasSelection() || !start || !(target instanceof HTMLElement) || target.tabIndex !== -1) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      const blocks = listBlocks();
      const next = blocks[blocks.indexOf(target) + step] ?? target;
      if (!shiftKey) start = next;
      select(next, start);
    } else if (key === 'Enter') onEnter();
    else if (key === 'Escape') {
      getSelection()?.removeAllRanges();
      button.hidden = false;
      button.focus();
    } else return;
    event.preventDefault();
  });
}

import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { filesIn } from '#src/domain/uploads/upload-rules.ts';
import type { TextChange } from '#src/lib/compare/line-hunks.ts';
import type { LinkSource } from '../links/link-source.ts';
import type { PastedPlace } from '../text/pasted-place.ts';
import type { TextOperation, TextRange } from '../text/text-edit.ts';
import type { Place } from '../text/text-files.ts';
import type { Highlight } from '../visual/drawing/code-colors.ts';

/** A field that edits a text: with colors, or plain. */
export interface TextField {
  text(): string;
  /**
   * Shows a text that changed in another place; the caret stays where it was, and undo does not bring the old
   * one back.
   */
  replaceText(text: string): void;
  /** Whether undo still works after a text was replaced: it does, or nothing was typed. */
  keepsHistory(): boolean;
  /** Edits as if typed. */
  apply(operation: TextOperation): void;
  /** Edits so that it can be undone, but leaves the focus and the caret where they are. */
  edit(change: TextChange, places: readonly Place[]): void;
  /** The places for files that are on their way; they move with the text around them. */
  places(): readonly Place[];
  showPlaces(places: readonly Place[]): void;
  /** The selection; its end is the caret. */
  selected(): TextRange;
  /** What is selected in the cell of a table with the focus; undefined where there is none. */
  selectedInCell?: () => TextRange | undefined;
  focus(): void;
  /** Puts the caret at the start of a line, from 0, and scrolls there. */
  showLine(line: number): void;
  /** The line of the caret, from 1. */
  caretLine(): number;
  /** Takes the focus and scrolls to the caret. */
  showCaret(): void;
  /** Scrolls so that a line, from 1 and with fractions, is at the top. */
  scrollToLine(line: number): void;
  /** Shows the text as readers see it, or its source; absent where there is only the source. */
  showVisual?: (isVisual: boolean) => Promise<void>;
  /** Opens search and replace, if the field has its own. */
  search?: () => void;
  /** Draws something in the text, in place of what was drawn by it before; absent in a field that can't. */
  extend?: (extension: Extension) => EditorView;
  destroy(): void;
}

/** Lines to begin at, from 1: selected up to the end of the last one, or the caret before the first. */
export interface BeginLines {
  startLine: number;
  endLine?: number;
}

export interface TextFieldOptions {
  text: string;
  /** Accessible name. */
  label: string;
  /** Where it begins; absent for its start. */
  begin?: BeginLines | undefined;
  /** Calls something once the text is painted. Returns a function that cancels it. */
  whenPainted: (act: () => void) => () => void;
  /** Called for each key press. */
  onChange: () => void;
  /** The person scrolled; the line at the top is counted from 1, with fractions. */
  onScroll: (line: number) => void;
  /** The possible targets of links. */
  links: LinkSource;
  /** Absent where code has no colors. */
  highlight?: Highlight;
  /** Whether it begins in the visual view. */
  isVisual: boolean;
  /** The person asked for the source. */
  onSource: () => void;
  /** Asks what to insert, by a key or in a list. */
  onAsk: (inserted: Inserted) => void;
  /** Whether the server is known to have reusable contents, which may be known later than the field is made. */
  hasReusable: () => boolean;
  /** Files were dropped or pasted at a position. */
  onFiles: (files: readonly File[], at: number) => void;
  /** Converts copied HTML to Markdown that fits into a line. */
  convertHtml: (html: string, place: PastedPlace) => Promise<string>;
}

/** Content that is chosen in a dialog, the place of what is selected, or what is set of the selected picture. */
export type Inserted =
  | 'block'
  | 'link'
  | 'picture'
  | 'emoji'
  | 'icon'
  | 'reusable'
  | 'extraction'
  | 'move'
  | 'replaced-picture'
  | 'dark-picture'
  | 'picture-link';

/** Makes a field inside an element. */
export type CreateTextField = (parent: HTMLElement, options: TextFieldOptions) => TextField;

/** The files that a paste or a drop brings; none where it brings a text that they are only a picture of. */
export function filesOf(event: ClipboardEvent | DragEvent): File[] {
  const data = 'dataTransfer' in event ? event.dataTransfer : event.clipboardData;
  return data === null || data.getData('text/plain') !== '' ? [] : filesIn(data);
}

/** After a program scrolled, what follows within this time is not the person's. */
const settleMs = 150;

/** Distinguishes a person's scrolling from that of `scroll`. */
export function watchScrolling(
  scroller: HTMLElement,
  onScroll: () => void,
): { scroll: (act: () => void) => void; end: () => void } {
  let quietUntil = 0;
  const listen = () => {
    if (performance.now() > quietUntil) onScroll();
  };
  scroller.addEventListener('scroll', listen, { passive: true });
  return {
    scroll(act) {
      quietUntil = performance.now() + settleMs;
      act();
    },
    end: () => scroller.removeEventListener('scroll', listen),
  };
}

import type { TextOperation } from './text-edit.ts';

/** A field that edits a text: with colors, or plain. */
export interface TextField {
  text(): string;
  /** Shows a text that changed elsewhere; the caret stays where it was, and undo does not bring the old one back. */
  replaceText(text: string): void;
  /** Edits as if typed. */
  apply(operation: TextOperation): void;
  focus(): void;
  /** Puts the caret at the start of a line, from 0, and scrolls there. */
  showLine(line: number): void;
  /** Opens search and replace, if the field has its own. */
  search?: () => void;
  destroy(): void;
}

export interface TextFieldOptions {
  text: string;
  /** Accessible name. */
  label: string;
  /** Somebody typed; called for each key press. */
  onChange: () => void;
  /** Converts copied HTML to Markdown. */
  convertHtml: (html: string) => Promise<string>;
}

/** Makes a field inside an element. */
export type CreateTextField = (parent: HTMLElement, options: TextFieldOptions) => TextField;

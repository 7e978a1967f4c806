import { escapeHtml } from './escape.ts';

/** Increase this when rendering a text gives another result; stored HTML is then replaced when it is next needed. */
export const HTML_VERSION = 3;

/** A URL in a text. What it becomes depends on the page and the visitor. */
export interface TextGap {
  kind: 'link' | 'image';
  /** The URL as written, with character references decoded; never a scheme that runs or contains data. */
  href: string;
  /** Set where the picture is one of several (`<source>`): only the URL counts, not the size. */
  isSource?: true;
  /** The width that the author has chosen, in pixels. */
  width?: number;
}

/** A text in the language of the page, for which the stored HTML has a place. */
export interface TextLabel {
  label:
    /** The kind of a callout. */
    | 'info'
    | 'success'
    | 'warning'
    | 'danger'
    /** The link to a heading; `text` is the heading. */
    | 'heading'
    /** A group of tabs, and a table that may scroll. */
    | 'tabs'
    | 'table'
    /** The box of a task; `text` is the task. */
    | 'task'
    /** A condition that visitors don't get; in previews of those who write only. */
    | 'condition';
  text?: string;
}

/** A heading, for the contents of the page. */
export interface TextHeading {
  /** 1 to 6. */
  level: number;
  anchor: string;
  title: string;
  /** The method of an operation of an API, in lower case. */
  method?: string;
}

/** A text as HTML with gaps where URLs go: join the parts, with each gap filled by attributes. */
export interface TextHtml {
  /** HTML, gaps and labels in order. A gap is inside a start tag: `<a` gap `>`, `<img` gap `>`. */
  parts: (string | TextGap | TextLabel)[];
  headings: TextHeading[];
}

/** The labels in some language; `{title}` is replaced by the text of the label. */
export type TextLabels = Readonly<Record<TextLabel['label'], string>>;

const ENGLISH: Readonly<Record<TextLabel['label'], string>> = {
  info: 'Note',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
  heading: 'Link to',
  tabs: 'Tabs',
  table: 'Table',
  task: 'Task',
  condition: 'Condition',
};

/** The labels in English, as plain text. */
export function englishLabel({ label, text }: TextLabel): string {
  return text === undefined || text === '' ? ENGLISH[label] : `${ENGLISH[label]} ${text}`;
}

/**
 * The HTML of a text. `fill` returns attributes beginning with a blank (` href="…"`), or '' for a target that cannot be
 * shown; `labelOf` returns plain text in the language of the page.
 */
export function joinTextHtml(
  text: TextHtml,
  fill: (gap: TextGap) => string,
  labelOf: (label: TextLabel) => string = englishLabel,
): string {
  const write = (part: TextHtml['parts'][number]): string => {
    if (typeof part === 'string') return part;
    return 'label' in part ? escapeHtml(labelOf(part)) : gapAttributes(part, fill);
  };
  // Not joined: V8 then copies a long text once, when it is sent.
  let html = '';
  for (const part of text.parts) html += write(part);
  return html;
}

/** The attributes in place of a gap, beginning with a blank; see {@link joinTextHtml}. */
export function gapAttributes(gap: TextGap, fill: (gap: TextGap) => string): string {
  if (!gap.isSource) return fill(gap);
  const [, url] = / src="([^"]*)"/.exec(fill(gap)) ?? [];
  return url === undefined ? '' : ` srcset="${url.replaceAll(' ', '%20').replaceAll(',', '%2C')}"`;
}

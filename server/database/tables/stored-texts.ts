import type { BlockLabel, BlockSlot, SpecificationUse } from '#api/blocks/block.ts';

// Values computed from texts and stored as JSON: the shapes of these columns.

/** A URL in a text. What it becomes depends on the page and the visitor. */
export interface TextGap {
  kind: 'link' | 'image';
  /** The URL as written, with character references decoded; never a scheme that runs or contains data. */
  href: string;
  /** Set where the picture is one of several (`<source>`): only the URL counts, not the size. */
  isSource?: true;
  /** The width that the author has chosen, in pixels. */
  width?: number;
  /** The file of the reusable content that it is in, which paths begin at. */
  from?: StoredFile;
}

/** A file of a repository. */
interface StoredFile {
  path: string;
}

/** A text in the language of the page, for which the stored HTML has a place. */
export interface TextLabel {
  label:
    | BlockLabel
    /** The way back from a note. */
    | 'back'
    /** The link to a heading; `text` is the heading. */
    | 'heading'
    /** A table that may scroll. */
    | 'table'
    /** The box of a task; `text` is the task. */
    | 'task'
    /** A condition, which some visitors meet; in previews of those who write only. */
    | 'condition'
    /** A reusable content that is not there, at the address `text`; for members only. */
    | 'missingInclude';
  text?: string;
}

/** A place for what is only known when the page is shown. */
export interface TextSlot {
  slot: BlockSlot;
  /** What it is about, such as an address. */
  value: string;
  /** Shown where nothing is known. */
  fallback: TextPart[];
}

/** A heading, for the contents of the page. */
export interface TextHeading {
  /** 1 to 6. */
  level: number;
  anchor: string;
  title: string;
  /** The method of an operation of an API, in lower case. */
  method?: string;
  /** The branch of a condition that it is in: its place among the guards. */
  guard?: number;
}

/** The expressions that decide a branch of a condition by their places, and the outcome that each must have. */
export type TextGuard = readonly (readonly [expression: number, isTrue: boolean])[];

/** The conditions of a text. */
export interface TextConditions {
  expressions: string[];
  guards: TextGuard[];
}

/** A branch of a condition, which is shown where its guard holds. */
export interface TextBranch {
  /** Its place among the guards. */
  guard: number;
  parts: TextPart[];
}

/** The place of a reusable content, between blocks. */
export interface TextInclude {
  /** Its address as written. */
  include: string;
}

/** A piece of a text as HTML. */
export type TextPart = string | TextGap | TextLabel | TextBranch | TextSlot | TextInclude;

/** A text as HTML with gaps where URLs go: join the parts, with each gap filled by attributes. */
export interface TextHtml {
  /**
   * HTML, gaps, labels, slots, branches and reusable contents in order. A gap is inside a start tag: `<a` gap `>`, `<img` gap `>`. A branch has whole
   * elements and text.
   */
  parts: TextPart[];
  headings: TextHeading[];
  /** What decides the branches; missing where there are none. */
  conditions?: TextConditions;
}

/** A link or image in a text. */
export interface DocumentLink {
  /** The URL as written. */
  href: string;
  /** Set for images. */
  image?: true;
  /** Set for reusable contents that the text includes. */
  include?: true;
  /** Set for what a block shows of an API specification. */
  specification?: SpecificationUse;
  /** The anchor of the heading above it; missing before the first heading. */
  at?: string;
}

/** The plain text below one heading; the first section may have no heading. */
export interface DocumentSection {
  anchor?: string;
  title: string;
  body: string;
}

/** A URL in an API reference, at a byte of its HTML. */
export interface ReferenceGap extends TextGap {
  at: number;
}

/** An API reference: compressed, with the length of its HTML in bytes. */
export interface PackedReference {
  html: Uint8Array;
  length: number;
  gaps: readonly ReferenceGap[];
  headings: readonly TextHeading[];
}

/** Something in a text, with its line, from 1. */
interface TextPlace {
  line: number;
  /** What is written there. */
  text: string;
}

/** What readers notice of a text by itself. */
export interface StoredTextProblem extends TextPlace {
  kind: 'heading-order' | 'missing-alt-text' | 'dead-condition';
}

/** What checks of a site need of a text. */
export interface StoredTextCheck {
  problems: StoredTextProblem[];
  /** Addresses of the web, the first place of each. */
  links: TextPlace[];
  /** Expressions of conditions. */
  conditions: TextPlace[];
  /** Names of files and ids of stored ones, wherever they are written. */
  files: string[];
}

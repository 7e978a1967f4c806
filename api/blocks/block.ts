/**
 * Blocks of Markdown: `{% name attribute="value" %}` and `{% endname %}` around other Markdown. Each is declared once, in
 * a file of this folder; the reader, print, search, documents and the editor read the declarations.
 */

/** The type of an attribute. Values are texts: a flag is `true` or `false`, a list has commas between its entries. */
export type AttributeType =
  | { kind: 'text'; maxLength: number }
  | { kind: 'url' }
  | { kind: 'flag' }
  | { kind: 'choice'; choices: readonly string[]; default?: string }
  | { kind: 'list'; maxEntries: number }
  /** A day or a time as ISO 8601 has them. */
  | { kind: 'date' }
  /** A number with `%` or `px`. */
  | { kind: 'width' };

/** Texts in the language of the reader. */
export type BlockLabel =
  | 'info'
  | 'success'
  | 'warning'
  | 'danger'
  | 'tabs'
  | 'prompt'
  | 'response'
  | 'pathParameters'
  | 'queryParameters'
  | 'headers'
  | 'requestBody'
  | 'showMore';

/** Content that is only known when a page is shown: to whom, and what else is in the space. */
export type BlockSlot =
  /** Icon, title and description of the page that `value` leads to. */
  | 'page'
  /** Name, type and size of the file that `value` leads to. */
  | 'file'
  /** The drawing of the icon that `value` names. */
  | 'icon'
  /** The label of the tag that `value` names. */
  | 'tag'
  /** The day `value` in the language of the page. */
  | 'day'
  /** The value of the expression `value`. */
  | 'expression'
  /** The operation or the schemas of a specification; `value` is a JSON object of the block's attributes. */
  | 'operation'
  | 'schemas'
  /** The feed of the page's updates, and the way back from those of one tag. */
  | 'updates'
  /** A button that plays the embed at the address `value`, where its host is allowed. */
  | 'player'
  /** The reusable content at the path `value`. */
  | 'include';

/** An element of a block, a text, or a place for what is not the declaration's own. */
export type BlockNode =
  | string
  | { label: BlockLabel; text?: string }
  | BlockElement
  /** `nodes`: shown where nothing is known. */
  | { slot: BlockSlot; value: string; nodes?: readonly BlockNode[] }
  /** The number of a part among those of the block around it. */
  | { number: number }
  /** A block of code. */
  | { code: string; language: string }
  /** What is between the tags: as blocks, or literally. */
  | { content: 'blocks' | 'source' };

export interface BlockElement {
  element:
    | 'a'
    | 'aside'
    | 'details'
    | 'div'
    | 'figcaption'
    | 'figure'
    | 'input'
    | 'label'
    | 'li'
    | 'ol'
    | 'p'
    | 'section'
    | 'small'
    | 'span'
    | 'strong'
    | 'summary'
    | 'code'
    | 'time';
  /** Fixed names only: style sheets know them all. */
  classes?: readonly string[];
  attributes?: Readonly<Record<string, string | undefined>>;
  /** The name of the element for screen readers. */
  named?: BlockLabel;
  /** The address of a link; without a target for the reader, the element has none. */
  href?: string;
  /** The id on the page that a link leads to. */
  to?: string;
  nodes?: readonly BlockNode[];
}

/** A block where it is used. */
export interface BlockUse {
  /** Its name as written. */
  name: string;
  /** The values of its attributes: valid ones only, and those that are declared. */
  values: Readonly<Record<string, string>>;
  /** Different for each block of the page, and no anchor of its text: made of the block's place where it has one. */
  id: string;
  /** Among the parts of the block around it, from 1. */
  position: number;
  /** The id of the block around it. */
  parentId: string;
  /** The plain text between the tags, shortened. */
  text: string;
  hasContent: boolean;
}

/** A line of the form that a block has on paper, in search and in Markdown for programs, before its content. */
export interface PlainLine {
  text?: string;
  label?: BlockLabel;
  href?: string;
  isStrong?: boolean;
  /** Set for code, whose language it is; '' without one. */
  language?: string;
}

/** An operation or a schema of an API specification, which a block shows. */
export interface SpecificationUse {
  /** The slug or the address of the specification. */
  spec: string;
  /** In lower case. */
  method?: string;
  path?: string;
  schema?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The block in documents of the public definition. */
export interface BlockDocument {
  type: string;
  /** Its settings; undefined where the definition has no form for these values. */
  data: (values: Readonly<Record<string, string>>, name: string) => Fields | undefined;
  /** The attributes that settings are written as. */
  attributes: (data: Fields) => Fields;
  /** The name in the tag, where it is not the block's. */
  nameOf?: (data: Fields) => string;
}

/** How the editor inserts a block. `{…}` in the template is selected after that, or takes what was selected before. */
export interface BlockSnippet {
  label: string;
  /** Other words that find it. */
  keywords: string;
  template: string;
}

export interface Block {
  name: string;
  /** Older names of the same block. */
  aliases?: readonly string[];
  attributes: Readonly<Record<string, AttributeType>>;
  /** Whether an end tag follows: always, or only where something is between the tags. */
  end: 'required' | 'optional';
  /** What is between the tags: blocks, the parts named by `parts`, one block of code, or literal text. */
  holds: 'blocks' | 'parts' | 'code' | 'source';
  /** The block that it stands in. */
  parent?: string;
  /** The name of its place on the page, which links may lead to; a tilde comes before it. */
  place?: (values: Readonly<Record<string, string>>) => string | undefined;
  /** The elements for readers. Of a block of code there are none: its settings belong to the code. */
  elements: (use: BlockUse) => readonly BlockNode[];
  lines: (use: BlockUse) => readonly PlainLine[];
  /** Whether what is between the tags is not shown as blocks: the block's own elements and lines have its text. */
  isContentHidden?: true;
  /** What it shows of API specifications. */
  uses?: (values: Readonly<Record<string, string>>) => readonly SpecificationUse[];
  /** In Markdown without tags it is an alert of this kind, as GitHub has them. */
  quote?: (values: Readonly<Record<string, string>>) => string;
  /** Without one it is a paragraph of code in documents. */
  document?: BlockDocument;
  snippets?: readonly BlockSnippet[];
}

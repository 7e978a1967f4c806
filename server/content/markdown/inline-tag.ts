import type { Token } from 'marked';
import type { BlockTag } from '#api/blocks/tag-syntax.ts';

/** A tag among text. */
export interface InlineTagToken {
  type: 'tag';
  raw: string;
  tag: BlockTag;
}

/** The tag that a token is; undefined for other tokens. */
export function inlineTagOf(token: Token): InlineTagToken | undefined {
  return isInlineTag(token) ? token : undefined;
}

function isInlineTag(token: Token | InlineTagToken): token is InlineTagToken {
  return token.type === 'tag';
}

/** Whether a link is an annotated text of GitBook: its note stands behind it as `[^label]`. */
export const isAnnotation = (href: string): boolean => /^#user-content-fn-./.test(href);

interface FootnoteToken {
  type: 'footnote' | 'footnoteRef';
  raw: string;
  label: string;
}

/** The label of a note or of a reference to one; undefined for other tokens. */
export function footnoteLabel(token: Token): string | undefined {
  return isFootnote(token) ? token.label : undefined;
}

function isFootnote(token: Token | FootnoteToken): token is FootnoteToken {
  return (token.type === 'footnote' || token.type === 'footnoteRef') && 'label' in token;
}

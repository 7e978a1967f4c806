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

import type { Token } from 'marked';
import { readAttributes } from '#api/blocks/attributes.ts';
import type { Block } from '#api/blocks/block.ts';
import { blockOf } from '#api/blocks/index.ts';
import { type BlockTag, parseTag } from '#api/blocks/tag-syntax.ts';
import { decodeEntities } from './entities.ts';

/** A block with the tokens between its tags. */
export interface TagBlock {
  tag: BlockTag;
  block: Block;
  /** Of its attributes, decoded. */
  values: Readonly<Record<string, string>>;
  blocks: TaggedBlock[];
  /** Its first and last token, which may be the same. */
  tokens: [Token, Token];
  /** Whether it is a tag that belongs to no block: what is around it stays where it is. */
  isStray: boolean;
  /** The number of tokens that it is made of. */
  count: number;
}

export type TaggedBlock = { token: Token } | TagBlock;

/** More blocks in one another are stray tags. */
const MAX_DEPTH = 10;

/** Finds the blocks among tokens. */
export function groupBlockTags(tokens: readonly Token[]): TaggedBlock[] {
  const tags = tokens.map(tagOf);
  if (tags.every((tag) => tag === undefined)) return tokens.map((token) => ({ token }));
  const spans = matchTags(tags);
  const group = (start: number, end: number): TaggedBlock[] => {
    const blocks: TaggedBlock[] = [];
    for (let index = start; index < end; index += 1) {
      const [token, tag, span] = [tokens[index], tags[index], spans.get(index)];
      if (!token) continue;
      if (!tag) {
        blocks.push({ token });
        continue;
      }
      const last = tokens[span?.last ?? index] ?? token;
      blocks.push({
        tag,
        ...usedTag(tag),
        blocks: span ? group(index + 1, span.end) : [],
        tokens: [token, last],
        isStray: span === undefined,
        count: (span?.last ?? index) - index + 1,
      });
      index = span?.last ?? index;
    }
    return blocks;
  };
  return group(0, tokens.length);
}

/** The number of tokens that a block is made of. */
export const countTokens = (block: TaggedBlock): number => ('token' in block ? 1 : block.count);

function tagOf(token: Token): BlockTag | undefined {
  return token.type === 'paragraph' || token.type === 'text' ? parseTag(token.raw.trim()) : undefined;
}

/** The block of a tag, with the values of its attributes. */
export function usedTag(tag: BlockTag): Pick<TagBlock, 'block' | 'values'> {
  const block = blockOf(tag.name);
  return { block, values: readAttributes(block, decoded(tag)) };
}

const decoded = ({ attributes }: BlockTag): Map<string, string> =>
  new Map([...attributes].map(([name, value]) => [name, decodeEntities(value)]));

/** The content of a block ends before `end`, and the block with the token at `last`. */
export interface Span {
  end: number;
  last: number;
}

interface OpenTag {
  name: string;
  index: number;
  block: Block;
  /** The last token of its last part; its own token without parts. */
  lastPart: number;
}

/** The spans of blocks by the indexes of their opening tags. A tag without a span is stray. */
export function matchTags(tags: readonly (BlockTag | undefined)[]): Map<number, Span> {
  const spans = new Map<number, Span>();
  const open: OpenTag[] = [];
  /** Closes the block at a place of `open`, and those in it that have no end. */
  const close = (at: number, end: number, last: number): void => {
    const [outer, ...inner] = open.splice(at);
    if (!outer) return;
    spans.set(outer.index, { end, last });
    for (const { index, block } of inner) {
      // A part that was begun behind the end of the last whole one is not in the group: its tag is stray.
      if (index >= end) continue;
      spans.set(index, block.end === 'required' ? { end, last: end - 1 } : { end: index + 1, last: index });
    }
    const around = open.at(-1);
    if (around && around.name === outer.block.parent) around.lastPart = last;
  };
  for (const [index, tag] of tags.entries()) {
    if (!tag) continue;
    if (tag.isEnd) {
      const at = open.findLastIndex(({ name }) => name === tag.name);
      if (at >= 0) close(at, index, index);
      continue;
    }
    const block = blockOf(tag.name);
    if (block.parent !== undefined) {
      // The next part closes the one before it.
      const at = open.findLastIndex(({ name }) => name === tag.name || name === block.parent);
      if (at >= 0 && open[at]?.name === tag.name) close(at, index, index - 1);
      else if (at >= 0) open.length = at + 1;
      if (open.at(-1)?.name !== block.parent) continue;
    }
    if (open.length < MAX_DEPTH) open.push({ name: tag.name, index, block, lastPart: index });
  }
  closeRemaining(spans, open, close);
  return spans;
}

/** At the end of the text, groups end with their last part; a block that needs an end has none, and its tag is stray. */
function closeRemaining(
  spans: Map<number, Span>,
  open: readonly OpenTag[],
  close: (at: number, end: number, last: number) => void,
): void {
  for (const { index, block } of open) {
    if (block.end === 'optional') spans.set(index, { end: index + 1, last: index });
  }
  const at = open.findIndex(({ block, index, lastPart }) => block.holds === 'parts' && lastPart > index);
  const last = open[at]?.lastPart;
  if (last !== undefined) close(at, last + 1, last);
}

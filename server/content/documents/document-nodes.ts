import type { Token } from 'marked';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { groupBlockTags, type TaggedBlock } from '../markdown/block-tags.ts';
import { separateTags } from '../markdown/separate-tags.ts';
import { nodeIdOf } from '../pages/storage.ts';
import { createDocument, paragraph, text } from './nodes.ts';
import { BlockReader, lexSafely, type Place } from './read-markdown.ts';

/**
 * The structured form of a page: a document whose `nodes` are blocks. Each outermost block, and each between the tags of
 * others, has a `key` that stays the same while the block's source does (`nodeIdOf`); comments refer to it.
 */
export function toDocument(markdown: string): DocumentNode {
  return createDocument(readPlaced(new PlacedText(markdown), false));
}

/** The same with `lines`: the first and the last line of each block with a key in the text, from 1. */
export function toPageDocument(markdown: string): DocumentNode {
  return createDocument(readPlaced(new PlacedText(markdown), true));
}

/** The text unparsed, as a single paragraph. */
export function toPlainDocument(markdown: string): DocumentNode {
  const key = nodeIdOf(markdown.trim(), 0);
  return createDocument([{ ...paragraph([text(markdown)]), key, id: key }]);
}

/** A block of a text with its source. */
export interface SourceBlock {
  id: string;
  type: string;
  source: string;
  /** From 1. */
  startLine: number;
  endLine: number;
}

/** The blocks with keys, without tags around others. */
export function listBlocks(markdown: string): SourceBlock[] {
  const placed = new PlacedText(markdown);
  const list = (blocks: readonly TaggedBlock[]): SourceBlock[] =>
    blocks.flatMap((block) => {
      if (!('token' in block)) return list(block.blocks);
      const source = placed.source(block.token);
      return source ? [{ ...source, type: block.token.type }] : [];
    });
  return list(groupBlockTags(placed.tokens));
}

function readPlaced(placed: PlacedText, withLines: boolean): DocumentNode[] {
  const hasLines = withLines && placed.hasLines;
  const reader = new BlockReader((first, last = first): Place | undefined => {
    const [start, end] = [placed.source(first), placed.source(last)];
    if (!start || !end) return undefined;
    const { id } = start;
    return { key: id, id, ...(hasLines && { lines: [start.startLine, end.endLine] }) };
  });
  return reader.read(placed.tokens);
}

/** The tokens of a text, and where each of them is in it. */
class PlacedText {
  readonly tokens: readonly Token[];
  /** The parser takes a single carriage return for the end of a line, which it is not where lines are counted. */
  readonly hasLines: boolean;
  readonly #sources = new Map<Token, Omit<SourceBlock, 'type'>>();

  constructor(markdown: string) {
    this.hasLines = !/\r(?!\n)/.test(markdown);
    const separated = separateTags(markdown);
    const isTagged = separated.lines !== undefined;
    const lineOf = separated.lines ?? [];
    this.tokens = lexSafely(separated.text);
    const occurrences = new Map<string, number>();
    let line = 1;
    const lines = isTagged ? markdown.replaceAll('\r\n', '\n').split('\n') : [];
    for (const token of this.tokens) {
      const lexed = token.raw.trim();
      const [above = ''] = /^\s*/.exec(token.raw) ?? [];
      const start = line + countLineEnds(above);
      line += countLineEnds(token.raw);
      if (token.type === 'space' || token.type === 'def' || lexed === '') continue;
      const end = start + countLineEnds(lexed);
      const [startLine, endLine] = [lineOf[start - 1] ?? start, lineOf[end - 1] ?? end];
      const source =
        isTagged && this.hasLines
          ? lines
              .slice(startLine - 1, endLine)
              .join('\n')
              .trim()
          : lexed;
      const occurrence = occurrences.get(source) ?? 0;
      occurrences.set(source, occurrence + 1);
      this.#sources.set(token, { id: nodeIdOf(source, occurrence), source, startLine, endLine });
    }
  }

  /** Of an outermost token; undefined for what is inside others. */
  source(token: Token): Omit<SourceBlock, 'type'> | undefined {
    return this.#sources.get(token);
  }
}

function countLineEnds(value: string): number {
  let count = 0;
  for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1;
  return count;
}

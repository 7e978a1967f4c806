import type { MarkedToken, Tokens } from 'marked';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { HeadingAnchors } from './heading-anchors.ts';
import { marked, MAX_NESTING, plainText, parseBlocks, textOf } from './markdown-tokens.ts';
import { nodeIdOf } from './storage.ts';

type TextMark = 'bold' | 'italic' | 'strikethrough' | 'code';

/** Hint styles of GitHub's alerts. */
export const HINT_STYLES: Readonly<Record<string, string>> = {
  NOTE: 'info',
  TIP: 'success',
  IMPORTANT: 'info',
  WARNING: 'warning',
  CAUTION: 'danger',
};
/** The start of a quote that is a hint, with its kind. */
export const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][^\S\n]*\n?/;

/**
 * The structured form of a page: a `document` whose `nodes` are blocks. Each block has an `id` that stays the same
 * while the block's source does (`nodeIdOf`); comments refer to it.
 */
export function toDocument(markdown: string): DocumentNode {
  return { type: 'document', nodes: listBlocks(markdown).map(({ id, node }) => ({ ...node, id })) };
}

/** The same with `lines`: the first and the last line of each block in the text, by turns, from 1. */
export function toPageDocument(markdown: string): DocumentNode {
  const blocks = listBlocks(markdown);
  const nodes = blocks.map(({ id, node }) => ({ ...node, id }));
  // The parser takes a single carriage return for the end of a line, which it is not where lines are counted.
  if (/\r(?!\n)/.test(markdown)) return { type: 'document', nodes };
  return { type: 'document', nodes, lines: blocks.flatMap(({ startLine, endLine }) => [startLine, endLine]) };
}

/** An outermost block of a text with its source. */
export interface SourceBlock {
  id: string;
  type: string;
  source: string;
  /** From 1. */
  startLine: number;
  endLine: number;
  node: DocumentNode;
}

export function listBlocks(markdown: string): SourceBlock[] {
  const anchors = new HeadingAnchors();
  const occurrences = new Map<string, number>();
  let line = 1;
  return parseBlocks(markdown).flatMap((token) => {
    const source = token.raw.trim();
    const [above = ''] = /^\s*/.exec(token.raw) ?? [];
    const startLine = line + countLineEnds(above);
    line += countLineEnds(token.raw);
    const node = toBlock(token, anchors, 0);
    if (!node) return [];
    const occurrence = occurrences.get(source) ?? 0;
    occurrences.set(source, occurrence + 1);
    const endLine = startLine + countLineEnds(source);
    return [{ id: nodeIdOf(source, occurrence), type: node.type, source, startLine, endLine, node }];
  });
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The text unparsed, as a single paragraph. */
export function toPlainDocument(markdown: string): DocumentNode {
  const nodes = [{ type: 'text', text: markdown }];
  return { type: 'document', nodes: [{ type: 'paragraph', nodes, id: nodeIdOf(markdown.trim(), 0) }] };
}

function toBlocks(tokens: MarkedToken[], anchors: HeadingAnchors, depth: number): DocumentNode[] {
  if (depth > MAX_NESTING) return [{ type: 'text', text: tokens.map(({ raw }) => raw).join('') }];
  return tokens.flatMap((token) => toBlock(token, anchors, depth) ?? []);
}

/** A block; undefined for tokens that render nothing. */
function toBlock(token: MarkedToken, anchors: HeadingAnchors, depth: number): DocumentNode | undefined {
  switch (token.type) {
    case 'heading': {
      const anchor = anchors.next(textOf(token.tokens));
      return { type: 'heading', level: token.depth, anchor, nodes: toInline(token.tokens) };
    }
    case 'paragraph':
    case 'text':
      return { type: 'paragraph', nodes: inlineOf(token) };
    case 'list':
      return toList(token, anchors, depth);
    case 'code':
      return { type: 'code', text: token.text, ...(token.lang && { language: token.lang }) };
    case 'table':
      return toTable(token);
    case 'blockquote':
      return toQuote(token, anchors, depth);
    case 'hr':
      return { type: 'divider' };
    case 'html':
      return { type: 'html', text: token.text };
    case 'space':
    case 'def':
    case 'checkbox':
      return undefined;
    default:
      return { type: 'paragraph', nodes: toInline([token]) };
  }
}

function inlineOf(token: Tokens.Paragraph | Tokens.Text): DocumentNode[] {
  return token.tokens ? toInline(token.tokens) : [{ type: 'text', text: plainText(token.text) }];
}

function toList(token: Tokens.List, anchors: HeadingAnchors, depth: number): DocumentNode {
  const nodes = token.items.map((item) => ({
    type: 'list-item',
    ...(item.task && { checked: item.checked ?? false }),
    nodes: toBlocks(marked(item.tokens), anchors, depth + 1),
  }));
  const start = typeof token.start === 'number' && token.start !== 1 ? { start: token.start } : {};
  return { type: 'list', ordered: token.ordered, ...start, nodes };
}

function toTable({ header, rows }: Tokens.Table): DocumentNode {
  const nodes = [header, ...rows].map((cells) => ({
    type: 'table-row',
    nodes: cells.map((cell) => ({
      type: 'table-cell',
      header: cell.header,
      ...(cell.align && { align: cell.align }),
      nodes: toInline(cell.tokens),
    })),
  }));
  return { type: 'table', nodes };
}

function toQuote(token: Tokens.Blockquote, anchors: HeadingAnchors, depth: number): DocumentNode {
  const kind = ALERT.exec(token.text)?.[1];
  if (kind === undefined) {
    return { type: 'quote', nodes: toBlocks(marked(token.tokens), anchors, depth + 1) };
  }
  const inner = parseBlocks(token.text.replace(ALERT, ''));
  return { type: 'hint', style: HINT_STYLES[kind], nodes: toBlocks(inner, anchors, depth + 1) };
}

/** Inline tokens as nodes; marks accumulate from the outside in. */
function toInline(tokens: Tokens.Generic['tokens'], marks: readonly TextMark[] = []): DocumentNode[] {
  const text = (value: string, more: readonly TextMark[] = marks): DocumentNode => ({
    type: 'text',
    text: value,
    ...(more.length > 0 && { marks: [...more] }),
  });
  return marked(tokens).flatMap((token): DocumentNode | DocumentNode[] => {
    if (marks.length > MAX_NESTING) return text(token.raw);
    switch (token.type) {
      case 'strong':
        return toInline(token.tokens, [...marks, 'bold']);
      case 'em':
        return toInline(token.tokens, [...marks, 'italic']);
      case 'del':
        return toInline(token.tokens, [...marks, 'strikethrough']);
      case 'codespan':
        return text(plainText(token.text), [...marks, 'code']);
      case 'link': {
        const title = token.title ? { title: token.title } : {};
        return { type: 'link', href: token.href, ...title, nodes: toInline(token.tokens, marks) };
      }
      case 'image': {
        const title = token.title ? { title: token.title } : {};
        return { type: 'image', src: token.href, alt: plainText(token.text), ...title };
      }
      case 'br':
        return { type: 'break' };
      case 'checkbox':
        return [];
      case 'text':
        return token.tokens ? toInline(token.tokens, marks) : text(plainText(token.text));
      case 'html':
        return { type: 'html', text: token.text };
      default:
        return text('text' in token ? plainText(token.text) : token.raw);
    }
  });
}

import type { Token } from 'marked';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { groupBlockTags, type TaggedBlock } from '../markdown/block-tags.ts';
import { lexText } from '../markdown/markdown-tokens.ts';
import { conditionsOf } from '../visitor-text/visitor-text.ts';
import { PageWriter } from './page-writer.ts';
import { createBlockRenderer, renderPlainHtml } from './render-text.ts';

/** The preview of a text before it is saved. */
export interface TextPreview {
  /** As `renderTextHtml`. */
  html: TextHtml;
  /** The line of the text that each outermost element of the HTML comes from, from 1. */
  lines: number[];
}

/**
 * Renders a Markdown text with the lines that its blocks begin at. They are beside the HTML, which stays as published, but
 * for the blocks with conditions: those who write see them in frames.
 */
export function renderTextPreview(markdown: string): TextPreview {
  try {
    const page = new PageWriter();
    const renderBlock = createBlockRenderer(page);
    const lines: number[] = [];
    for (const { blocks, line, isCondition } of partsOf(markdown)) {
      const render = () => {
        for (const block of blocks) renderBlock(block);
      };
      if (isCondition) writeFrame(page, render);
      else render();
      while (lines.length < page.writer.outermost) lines.push(line);
    }
    return { html: page.finish(), lines };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return renderPlainPreview(markdown);
  }
}

/** A literal text, in one block. */
export function renderPlainPreview(markdown: string): TextPreview {
  return { html: renderPlainHtml(markdown), lines: [1] };
}

interface PreviewPart {
  /** One, or those that a condition is in. */
  blocks: TaggedBlock[];
  /** The line that it begins at, from 1. */
  line: number;
  isCondition: boolean;
}

/** The blocks of a text; those with the same condition are together. */
function partsOf(markdown: string): PreviewPart[] {
  const tokens = lexText(markdown);
  const tokenLines = linesOfTokens(tokens, markdown);
  const conditions = conditionLines(markdown);
  const parts: PreviewPart[] = [];
  let token = 0;
  let next = 0;
  let conditionEnd = 0;
  for (const block of groupBlockTags(tokens)) {
    const line = tokenLines[token] ?? 1;
    token += countTokens(block);
    const end = (tokenLines[token] ?? Infinity) - 1;
    const isSame = line <= conditionEnd;
    for (
      let condition = conditions[next];
      condition && condition.start <= end;
      condition = conditions[next]
    ) {
      conditionEnd = Math.max(conditionEnd, condition.end);
      next += 1;
    }
    const part = parts.at(-1);
    if (isSame && part) part.blocks.push(block);
    else parts.push({ blocks: [block], line, isCondition: line <= conditionEnd });
  }
  return parts;
}

/** The first and last lines of the conditions of a text, from 1. */
function conditionLines(markdown: string): { start: number; end: number }[] {
  const conditions = conditionsOf(markdown);
  if (conditions.length === 0) return [];
  const ends = Array.from(markdown.matchAll(LINE_ENDS), ({ index }) => index);
  let line = 0;
  const lineOf = (place: number) => {
    while ((ends[line] ?? Infinity) < place) line += 1;
    return line + 1;
  };
  return conditions.map(({ start, end }) => ({ start: lineOf(start), end: lineOf(end) }));
}

function writeFrame({ writer }: PageWriter, content: () => void): void {
  const start = [' class="callout warning" role="group" aria-label="', { label: 'condition' } as const, '"'];
  const frame = () => {
    writer.element('p', [' class="label"'], () => writer.label({ label: 'condition' }), true);
    content();
  };
  writer.element('aside', start, frame, true);
}

function countTokens(block: TaggedBlock): number {
  if ('token' in block) return 1;
  return block.blocks.reduce((sum, inner) => sum + countTokens(inner), 2);
}

const LINE_END = /\r\n|\r|\n/;
const LINE_ENDS = new RegExp(LINE_END, 'g');

/** The line of the text that each token begins at. The lexer has put blank lines around tags, which do not count. */
function linesOfTokens(tokens: readonly Token[], markdown: string): number[] {
  const source = markdown.split(LINE_END);
  let line = 0;
  return tokens.map(({ raw }) => {
    const lines = raw.split('\n');
    // A token that ends with its line leaves nothing for the next one.
    if (lines.at(-1) === '') lines.pop();
    const first = lines.findIndex((text) => text.trim() !== '');
    let start = line;
    for (const [index, text] of lines.entries()) {
      const isAdded = text.trim() === '' && (source[line] ?? '').trim() !== '';
      if (index === first) start = line;
      if (!isAdded) line += 1;
    }
    return Math.min(start + 1, source.length);
  });
}

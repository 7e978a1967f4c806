import type { Token } from 'marked';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { countTokens, groupBlockTags, type TaggedBlock } from '../markdown/block-tags.ts';
import { lexSeparated } from '../markdown/markdown-tokens.ts';
import { separateTags } from '../markdown/separate-tags.ts';
import { markIncludes, type MarkedIncludes } from '../visitor-text/marked-conditions.ts';
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
 * for the blocks with conditions: those who write see them in frames. The places of reusable contents are elements, too.
 */
export function renderTextPreview(markdown: string): TextPreview {
  try {
    const page = new PageWriter();
    const marked = markIncludes(markdown);
    const lineOf = sourceLines(marked);
    page.writer.includes = marked.addresses;
    page.writer.framesIncludes = true;
    const renderBlock = createBlockRenderer(page);
    const lines: number[] = [];
    for (const { blocks, line, isCondition } of partsOf(marked.markdown)) {
      const render = () => {
        for (const block of blocks) renderBlock(block);
      };
      if (isCondition) writeFrame(page, render);
      else render();
      while (lines.length < page.writer.outermost) lines.push(lineOf(line));
    }
    return { html: page.finish(), lines };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return renderPlainPreview(markdown);
  }
}

/** The line of the source, from 1, of a line of the marked text. */
function sourceLines({ pieces, addresses }: MarkedIncludes): (line: number) => number {
  if (addresses.length === 0) return (line) => line;
  let line = 1;
  const lines = [line];
  for (const { text, isMark } of pieces) {
    for (let count = text.match(LINE_ENDS)?.length ?? 0; count > 0; count -= 1)
      lines.push(isMark ? line : (line += 1));
  }
  return (markedLine) => lines[markedLine - 1] ?? line;
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
  const separated = separateTags(markdown);
  const tokens = lexSeparated(separated.text);
  const tokenLines = linesOfTokens(tokens, separated.lines);
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

const LINE_ENDS = /\r\n|\r|\n/g;

/** The line of the text that each token begins at. `lines`: those of the lines that were lexed, where they differ. */
function linesOfTokens(tokens: readonly Token[], lines: readonly number[] | undefined): number[] {
  let line = 0;
  let isInLine = false;
  return tokens.map(({ raw }) => {
    const [above = ''] = /^\s*/.exec(raw) ?? [];
    const start = line + (above === raw ? Number(isInLine) : countLineEnds(above));
    line += countLineEnds(raw);
    isInLine = !raw.endsWith('\n');
    return lines?.[start] ?? start + 1;
  });
}

const countLineEnds = (text: string): number => text.split('\n').length - 1;

import type { Token } from 'marked';
import { groupBlockTags, type TaggedBlock } from '../block-tags.ts';
import { lexText } from '../markdown-tokens.ts';
import { withoutConditions } from '../visitor-text/visitor-text.ts';
import { PageWriter } from './page-writer.ts';
import { createBlockRenderer, renderPlainHtml } from './render-text.ts';
import type { TextHtml } from './text-html.ts';

/** What a text looks like before it is saved. */
export interface TextPreview {
  /** As `renderTextHtml`. */
  html: TextHtml;
  /** The line of the text that each outermost element of the HTML comes from, from 1. */
  lines: number[];
}

/**
 * Renders a Markdown text with the lines that its blocks begin at. They are beside the HTML, which stays as published:
 * without the conditions of the text.
 */
export function renderTextPreview(markdown: string): TextPreview {
  try {
    const page = new PageWriter();
    const renderBlock = createBlockRenderer(page);
    const { text, lines: sourceLines } = withoutConditions(markdown);
    const tokens = lexText(text);
    const tokenLines = linesOfTokens(tokens, text).map((line) => (sourceLines?.[line - 1] ?? line - 1) + 1);
    const lines: number[] = [];
    let token = 0;
    for (const block of groupBlockTags(tokens)) {
      renderBlock(block);
      const line = tokenLines[token] ?? 1;
      while (lines.length < page.writer.outermost) lines.push(line);
      token += countTokens(block);
    }
    return { html: page.finish(), lines };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return renderPlainPreview(markdown);
  }
}

/** A text as it is written, in one block. */
export function renderPlainPreview(markdown: string): TextPreview {
  return { html: renderPlainHtml(markdown), lines: [1] };
}

function countTokens(block: TaggedBlock): number {
  if ('token' in block) return 1;
  return block.blocks.reduce((sum, inner) => sum + countTokens(inner), 2);
}

const LINE_END = /\r\n|\r|\n/;

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

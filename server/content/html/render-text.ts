import { Lexer, type Token, type Tokens } from 'marked';
import type { PlainLine } from '#api/blocks/block.ts';
import type { TextHtml, TextLabel } from '#server/database/tables/stored-texts.ts';
import { ALERT, HINT_STYLES } from '../documents/read-markdown.ts';
import { sourceOf } from '../documents/read-tags.ts';
import { headingTitle } from '../links/parse-document.ts';
import { groupBlockTags, type TaggedBlock } from '../markdown/block-tags.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { splitHeadingIds } from '../markdown/heading-ids.ts';
import { footnoteLabel } from '../markdown/inline-tag.ts';
import { isOnlyMarks } from '../markdown/mark-syntax.ts';
import { isMarkedToken, lexText, MAX_NESTING } from '../markdown/markdown-tokens.ts';
import { markIncludes } from '../visitor-text/marked-conditions.ts';
import { visitorText } from '../visitor-text/visitor-text.ts';
import { writeBlockNodes } from './block-elements.ts';
import { writeTypedTable } from './cards-table.ts';
import { writeCode } from './code.ts';
import { directionOf } from './direction.ts';
import { escapeHtml, escapeText } from './escape.ts';
import { attribute, type HtmlWriter, type StartTag } from './html-writer.ts';
import { writeMaths } from './maths.ts';
import { PageWriter } from './page-writer.ts';
import { writeRawHtml } from './raw-html.ts';
import { renderConditions } from './render-conditions.ts';
import { InlineRenderer } from './render-inline.ts';
import { childrenOf, shortText, textOfTokens, toParagraph, withoutAlert } from './text-tokens.ts';
import { harmlessUrl } from './urls.ts';

/**
 * Renders a Markdown text as harmless HTML for visitors, with a branch for each that its conditions have. One that is
 * nested too deeply is shown literally.
 * @param lex the tokens of the text, where others need them too; used where it has no conditions
 */
export function renderTextHtml(
  markdown: string,
  lex: () => readonly Token[] = () => lexText(markdown),
): TextHtml {
  try {
    const { markdown: source, addresses } = markIncludes(markdown);
    const text = renderConditions(source, (marked) => renderTokens(lexText(marked), addresses));
    const remaining = visitorText(source);
    return text ?? renderTokens(remaining === markdown ? lex() : lexText(remaining), addresses);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return renderPlainHtml(markdown);
  }
}

function renderTokens(tokens: readonly Token[], includes: readonly string[]): TextHtml {
  const page = new PageWriter();
  page.writer.includes = includes;
  new TextRenderer(page).blocks(tokens, 0);
  return page.finish();
}

/** Renders the outermost blocks of a page, one by one. */
export function createBlockRenderer(page: PageWriter): (block: TaggedBlock) => void {
  const renderer = new TextRenderer(page);
  return (block) => renderer.taggedBlock(block, 0);
}

/** A literal text, in one block. */
export function renderPlainHtml(text: string): TextHtml {
  return { parts: [plainBlock(visitorText(text))], headings: [] };
}

function plainBlock(text: string): string {
  return `<pre tabindex="0">\n${escapeHtml(text)}</pre>`;
}

/**
 * Writes a text among others of a page. `headings`: the level of its highest ones, which are in the contents of the page;
 * 0 makes its headings paragraphs.
 */
export function writeText(page: PageWriter, markdown: string, headings: number): void {
  const text = visitorText(markdown);
  let tokens: Token[];
  try {
    tokens = lexText(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    page.writer.element('div', [], () => page.writer.text(plainBlock(text)), true);
    return;
  }
  const renderer = new TextRenderer(page, headings);
  page.writer.element('div', [' class="prose"'], () => renderer.blocks(tokens, 0), true);
}

/** Longer code is folded where its author wants that. */
const SHORT_CODE_LINES = 10;

/** Where a block is among the parts of another one. */
interface BlockPlace {
  position: number;
  parentId: string;
}

class TextRenderer {
  readonly #page: PageWriter;
  readonly #writer: HtmlWriter;
  readonly #level: number;
  readonly #inline: InlineRenderer;

  /** `level`: of its highest headings; 0 if they are paragraphs. */
  constructor(page: PageWriter, level = 1) {
    this.#page = page;
    this.#writer = page.writer;
    this.#level = level;
    this.#inline = new InlineRenderer(page);
  }

  blocks(tokens: readonly Token[], depth: number): void {
    if (depth > MAX_NESTING) this.#showSource(tokens);
    else for (const block of groupBlockTags(tokens)) this.taggedBlock(block, depth);
  }

  /** Blocks nested too deeply, as text. Their headings have anchors all the same, as others count on. */
  #showSource(tokens: readonly Token[]): void {
    this.#writer.text(escapeHtml(tokens.map(({ raw }) => raw).join('')));
    const skip = (token: Token): void => {
      if (token.type === 'heading') {
        const { tokens: titled, ids, mark } = splitHeadingIds(childrenOf(token));
        this.#page.anchors.next(headingTitle(titled), ids, mark);
      }
      const items: Token[] = 'items' in token && Array.isArray(token.items) ? token.items : [];
      for (const child of [...childrenOf(token), ...items]) skip(child);
    };
    for (const token of tokens) skip(token);
  }

  taggedBlock(block: TaggedBlock, depth: number, place: BlockPlace = { position: 1, parentId: '' }): void {
    if ('token' in block) return this.#block(block.token, depth);
    const { tag, block: declared, blocks, values } = block;
    const text = shortText(blocks);
    const hasContent = blocks.some((child) => !('token' in child) || child.token.type !== 'space');
    const id = this.#page.nextBlock(declared.place?.(values));
    const use = { name: tag.name, values, text, hasContent, id, ...place };
    if (block.isStray) return this.#lines(tag.isEnd ? [] : declared.lines(use));
    if (declared.holds === 'code') return this.#settingsOfCode(values, blocks, depth);
    return writeBlockNodes(this.#writer, declared.elements(use), {
      blocks: () => this.#content(blocks, depth, use.id),
      source: () => sourceOf(blocks),
    });
  }

  #content(blocks: readonly TaggedBlock[], depth: number, parentId: string): void {
    let position = 0;
    for (const child of blocks) {
      if ('tag' in child && child.block.parent !== undefined && !child.isStray) position += 1;
      this.taggedBlock(child, depth + 1, { position, parentId });
    }
  }

  #lines(lines: readonly PlainLine[]): void {
    for (const { text } of lines) {
      if (text === undefined) continue;
      const write = () => this.#writer.text(escapeHtml(text));
      this.#element('p', [], () => this.#writer.element('strong', [], write));
    }
  }

  #settingsOfCode(
    values: Readonly<Record<string, string>>,
    blocks: readonly TaggedBlock[],
    depth: number,
  ): void {
    for (const block of blocks) {
      const token = 'token' in block && isMarkedToken(block.token) ? block.token : undefined;
      if (token?.type === 'code') this.#code(token, values);
      else this.taggedBlock(block, depth + 1);
    }
  }

  #code({ text, lang = '' }: Tokens.Code, values: Readonly<Record<string, string>> = {}): void {
    if (lang.trim().toLowerCase() === 'math') return writeMaths(this.#writer, text, { isBlock: true });
    const isLong = values['expandable'] === 'true' && text.split('\n').length > SHORT_CODE_LINES;
    return writeCode(this.#writer, {
      code: text,
      info: lang,
      title: values['title'],
      isWrapped: values['overflow'] === 'wrap',
      hasNumbers: values['lineNumbers'] === 'true',
      isFullWidth: values['fullWidth'] === 'true',
      ...(isLong && { moreId: this.#page.nextBlock() }),
    });
  }

  #callout(kind: string, title: string, content: () => void): void {
    const label: TextLabel = { label: calloutLabel(kind) };
    this.#element('aside', [` class="callout ${kind}" role="note" data-kind="${kind}"`], () => {
      const name = () =>
        title === '' ? this.#writer.label(label) : this.#inline.write(Lexer.lexInline(title));
      this.#element('p', [' class="label"'], name);
      content();
    });
  }

  #element(name: string, start: StartTag, content: () => void): void {
    this.#writer.element(name, start, content, true);
  }

  #block(token: Token, depth: number): void {
    if (token.type === 'math' && 'text' in token) {
      return writeMaths(this.#writer, String(token.text), { isBlock: true });
    }
    if (token.type === 'footnote') return this.#footnote(token);
    if (!isMarkedToken(token)) return undefined;
    switch (token.type) {
      case 'heading':
        return this.#heading(token);
      case 'paragraph':
        return this.#paragraph(token);
      case 'text':
        return this.#inline.writeText(token);
      case 'list':
        return this.#list(token, depth);
      case 'code':
        return this.#code(token);
      case 'table':
        return this.#table(token);
      case 'blockquote':
        return this.#quote(token, depth);
      case 'hr':
        return this.#writer.empty('hr', [], true);
      case 'html':
        if (writeTypedTable(this.#writer, token.text)) return undefined;
        return writeRawHtml(this.#writer, token.text, { isInline: false });
      case 'space':
      case 'def':
      case 'checkbox':
        return undefined;
      default:
        return this.#element('p', [], () => this.#inline.write([token]));
    }
  }

  #heading({ depth, tokens: written }: Tokens.Heading): void {
    const { tokens, ids, mark } = splitHeadingIds(written);
    const content = () => this.#inline.write(tokens);
    if (this.#level === 0) {
      return this.#element('p', [], () => this.#writer.element('strong', [], content));
    }
    const title = headingTitle(tokens);
    const level = Math.min(6, depth + this.#level - 1);
    const { anchor, aliases } = this.#page.anchors.next(title, ids, mark);
    return this.#page.heading({ level, anchor, title }, content, { aliases, direction: directionOf(title) });
  }

  /** A note with the way back to where it is mentioned. */
  #footnote(token: Token): void {
    const label = footnoteLabel(token);
    if (label === undefined) return;
    const number = this.#page.noteNumber(label);
    const isFirst = this.#page.isFirstNote(label);
    const start =
      (isFirst ? attribute('id', `~note-${number}`) : '') + directionOf(textOfTokens(childrenOf(token)));
    this.#element('p', [` class="note"${start}`], () => {
      this.#writer.element('sup', [], () => this.#writer.text(String(number)));
      this.#writer.text(' ');
      this.#inline.write(childrenOf(token));
      const back: StartTag = [` href="#~ref-${number}" aria-label="`, { label: 'back' }, '"'];
      this.#writer.element('a', back, () => this.#writer.text('↩'));
    });
  }

  #paragraph(token: Tokens.Paragraph): void {
    if (isOnlyMarks(token.raw)) return this.#writer.text(token.raw.trim());
    const [only, ...others] = token.tokens.filter(({ raw }) => raw.trim() !== '');
    if (only && others.length === 0) {
      if (only.type === 'math' && 'text' in only) {
        return writeMaths(this.#writer, String(only.text), { isBlock: true });
      }
      if (isMarkedToken(only) && only.type === 'image' && harmlessUrl(decodeEntities(only.href), 'image')) {
        return this.#figure(only);
      }
    }
    return this.#element('p', [directionOf(token.text)], () => this.#inline.write(token.tokens));
  }

  #figure(image: Tokens.Image): void {
    this.#element('figure', [], () => {
      this.#inline.image({ ...image, title: null });
      const title = image.title ?? '';
      if (title !== '') this.#element('figcaption', [], () => this.#writer.text(escapeText(title)));
    });
  }

  #list(token: Tokens.List, depth: number): void {
    const isTasks = token.items.some(({ task }) => task);
    const start =
      (token.ordered && typeof token.start === 'number' && token.start !== 1
        ? ` start="${token.start}"`
        : '') + directionOf(token.items[0]?.text ?? '');
    this.#element(token.ordered ? 'ol' : 'ul', [isTasks ? ` class="tasks"${start}` : start], () => {
      for (const item of token.items) {
        this.#element('li', [(item.task ? ' class="task"' : '') + directionOf(item.text)], () => {
          if (item.task) this.#checkbox(item);
          const first = item.tokens[0];
          const isLoose = item.loose || (first !== undefined && first.type === 'paragraph');
          this.blocks(isLoose ? item.tokens.map(toParagraph) : item.tokens, depth + 1);
        });
      }
    });
  }

  #checkbox({ checked, tokens }: Tokens.ListItem): void {
    const [first] = tokens.filter(({ type }) => type !== 'checkbox');
    const text = first
      ? headingTitle(childrenOf(first).length > 0 ? childrenOf(first) : [first]).slice(0, 200)
      : '';
    const state = checked === true ? ' checked' : '';
    this.#writer.empty('input', [
      ` type="checkbox" disabled${state} aria-label="`,
      { label: 'task', text },
      '"',
    ]);
    this.#writer.text(' ');
  }

  #table({ header, rows }: Tokens.Table): void {
    this.#element(
      'div',
      [' class="table" role="group" tabindex="0" aria-label="', { label: 'table' }, '"'],
      () =>
        this.#element('table', [], () => {
          this.#element('thead', [], () => this.#row(header));
          if (rows.length === 0) return;
          this.#element('tbody', [], () => {
            for (const row of rows) this.#row(row);
          });
        }),
    );
  }

  #row(cells: readonly Tokens.TableCell[]): void {
    this.#element('tr', [], () => {
      for (const { header, align, tokens } of cells) {
        const className = align ? ` class="align-${align}"` : '';
        const isNamed = header && headingTitle(tokens) !== '';
        const start = isNamed ? ` scope="col"${className}` : className;
        this.#element(isNamed ? 'th' : 'td', [start + directionOf(textOfTokens(tokens))], () =>
          this.#inline.inCell(tokens),
        );
      }
    });
  }

  #quote(token: Tokens.Blockquote, depth: number): void {
    const { kind = '', title = '' } = ALERT.exec(token.text)?.groups ?? {};
    const style = HINT_STYLES[kind.toUpperCase()];
    const [first, ...others] = token.tokens;
    if (style === undefined || first?.type !== 'paragraph') {
      const start = directionOf(token.text);
      return this.#element('blockquote', [start], () => this.blocks(token.tokens, depth + 1));
    }
    const content = () => {
      const rest = withoutAlert(childrenOf(first));
      if (rest.length > 0) this.#element('p', [], () => this.#inline.write(rest));
      this.blocks(others, depth + 1);
    };
    return this.#callout(style, title.trim(), content);
  }
}

function calloutLabel(kind: string): TextLabel['label'] {
  return kind === 'success' || kind === 'warning' || kind === 'danger' ? kind : 'info';
}

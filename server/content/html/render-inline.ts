import type { MarkedToken, Token, Tokens } from 'marked';
import { isBlockName } from '#api/blocks/index.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { footnoteLabel, inlineTagOf, isAnnotation } from '../markdown/inline-tag.ts';
import { isMarkedToken, MAX_NESTING } from '../markdown/markdown-tokens.ts';
import { escapeHtml, escapeText } from './escape.ts';
import { attribute, description, type HtmlWriter, type StartTag } from './html-writer.ts';
import { writeMaths } from './maths.ts';
import type { PageWriter } from './page-writer.ts';
import { imageStart, writeRawHtml } from './raw-html.ts';
import { joinEscapedTags, joinExpressions } from './text-tokens.ts';
import { harmlessUrl, isAbsolute } from './urls.ts';

/** Renders the text of paragraphs, headings and cells. */
export class InlineRenderer {
  readonly #page: PageWriter;
  readonly #writer: HtmlWriter;
  /** In a cell, HTML may have lists. */
  isInCell = false;

  constructor(page: PageWriter) {
    this.#page = page;
    this.#writer = page.writer;
  }

  inCell(tokens: readonly Token[]): void {
    this.isInCell = true;
    this.write(tokens);
    this.isInCell = false;
  }

  /** A text that is a block of its own, as in items of lists. */
  writeText(token: Tokens.Text): void {
    if (token.tokens) this.write(token.tokens, 0);
    else this.#writer.text(escapeText(token.text));
  }

  write(tokens: readonly Token[], depth = 0): void {
    for (const token of joinEscapedTags(joinExpressions(tokens))) {
      if (depth > MAX_NESTING) this.#writer.text(escapeText(token.raw));
      else if (token.type === 'math' && 'text' in token) {
        writeMaths(this.#writer, String(token.text), { isBlock: false });
      } else if (token.type === 'tag') this.#inlineTag(token);
      else if (token.type === 'footnoteRef') this.#footnoteRef(token);
      else if (isMarkedToken(token)) this.#inlineToken(token, depth);
    }
  }

  #footnoteRef(token: Token): void {
    const label = footnoteLabel(token);
    if (label === undefined || this.#writer.isInside('a')) return;
    const number = this.#page.noteNumber(label);
    const id = this.#page.noteRef(label) ? attribute('id', `~ref-${number}`) : '';
    this.#writer.element('sup', [], () => {
      this.#writer.element('a', [` href="#~note-${number}"${id}`], () => this.#writer.text(String(number)));
    });
  }

  /** A tag among text: those of blocks are left out, others are shown as the code that they are. */
  #inlineTag(token: Token): void {
    const { raw, tag } = inlineTagOf(token) ?? {};
    if (raw === undefined || !tag || isBlockName(tag.name)) return undefined;
    return this.#writer.element('code', [], () => this.#writer.text(escapeHtml(raw)));
  }

  #inlineToken(token: MarkedToken, depth: number): void {
    const nested = (name: string, children: readonly Token[]) =>
      this.#writer.element(name, [], () => this.write(children, depth + 1));
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return nested(token.type, token.tokens);
      case 'codespan':
        return this.#writer.element('code', [' dir="ltr"'], () => this.#writer.text(escapeHtml(token.text)));
      case 'link':
        return this.#link(token, depth);
      case 'image':
        return this.image(token);
      case 'br':
        return this.#writer.empty('br');
      case 'escape':
        return this.#writer.text(escapeHtml(token.text));
      case 'html':
        return writeRawHtml(this.#writer, token.text, { isInline: !this.isInCell });
      case 'text':
        return token.tokens ? this.write(token.tokens, depth + 1) : this.#writer.text(escapeText(token.text));
      case 'checkbox':
        return undefined;
      default:
        return this.#writer.text(escapeText('text' in token ? token.text : token.raw));
    }
  }

  #link(token: Tokens.Link, depth: number): void {
    if (isAnnotation(token.href)) return this.write(token.tokens, depth + 1);
    const href = harmlessUrl(token.autolink === true ? token.href : decodeEntities(token.href), 'link');
    if (href === undefined || this.#writer.isInside('a')) return this.write(token.tokens, depth + 1);
    const title = titleOf(token);
    const start: StartTag = [{ kind: 'link', href }, `${title}${isAbsolute(href) ? ' rel="noopener"' : ''}`];
    return this.#writer.element('a', start, () => this.write(token.tokens, depth + 1));
  }

  image(token: Tokens.Image): void {
    const alt = decodeEntities(token.text);
    const href = harmlessUrl(decodeEntities(token.href), 'image');
    if (href === undefined) this.#writer.text(escapeHtml(alt));
    else this.#writer.empty('img', imageStart(href, alt, titleOf(token)));
  }
}

const titleOf = ({ title }: Tokens.Link | Tokens.Image): string =>
  title ? description('title', decodeEntities(title)) : '';

import type { MarkedToken, Token } from 'marked';
import { refOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { iconOfClass } from '#api/icon-class.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { marked, MAX_NESTING } from '../markdown/markdown-tokens.ts';
import { inline, joinTexts, link, type Mark, MARKS, text } from './nodes.ts';

/** Elements that are marks. Others are left out, their content stays. */
const MARK_ELEMENTS: Readonly<Record<string, Mark>> = {
  b: 'bold',
  strong: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
};
const ELEMENT = /^<(\/?)([a-z][a-z\d]*)((?:\s[^<>]*)?)\/?>$/i;
const ATTRIBUTE = /(?:^|\s)([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The inline nodes of tokens: texts, links, images and formulas. Never empty. */
export function readInline(tokens: readonly Token[] | undefined): DocumentNode[] {
  const nodes = joinTexts(new InlineReader().read(tokens ?? [], [], false));
  const [first, ...others] = nodes;
  return first && (others.length > 0 || first.object !== 'text') ? nodes : [first ?? text('')];
}

/** Tokens between the tags of an icon or an expression. */
const MAX_NAMED_TOKENS = 10;
const CLOSED_LINK = /^<\/a\s*>$/i;

/** The address of an HTML element that begins a link. */
function hrefOfElement({ type, raw }: Token): string | undefined {
  const [, slash, name = '', attributes = ''] = (type === 'html' && ELEMENT.exec(raw)) || [];
  const isStart = slash === '' && name.toLowerCase() === 'a';
  return isStart ? readAttributes(attributes).href || undefined : undefined;
}

/** An element whose content is a name: an icon, or an expression. */
interface NamedElement {
  /** Matches its end tag. */
  end: RegExp;
  /** Its node; undefined where its content is no name. */
  node: (content: string) => DocumentNode | undefined;
}

const MAX_ICON_LENGTH = 100;

function namedElement({ type, raw }: Token): NamedElement | undefined {
  const [, slash, element = '', attributes = ''] = (type === 'html' && ELEMENT.exec(raw)) || [];
  if (slash !== '') return undefined;
  const name = element.toLowerCase();
  const classes = readAttributes(attributes).class ?? '';
  const icon = name === 'i' ? iconOfClass(classes) : undefined;
  if (icon !== undefined)
    return {
      end: /^<\/i\s*>$/i,
      node: () => inline('icon', { icon: icon.slice('fa-'.length, MAX_ICON_LENGTH) }),
    };
  if (name !== 'code' || !classes.split(/\s+/).includes('expression')) return undefined;
  const node = (content: string) => {
    const expression = content.trim();
    return expression === '' ? undefined : inline('expression', { expression });
  };
  return { end: /^<\/code\s*>$/i, node };
}

class InlineReader {
  /** Marks of HTML elements that are open, in order. */
  #open: Mark[] = [];

  /** `isLink`: inside a link, where there are only texts and images. */
  read(tokens: readonly Token[], marks: readonly Mark[], isLink: boolean): DocumentNode[] {
    // A link that is never closed is none; looking for the end of each would take quadratic time.
    const lastEnd = tokens.findLastIndex(({ raw }) => CLOSED_LINK.test(raw));
    const nodes: DocumentNode[] = [];
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index];
      if (!token) continue;
      const named = isLink ? undefined : namedElement(token);
      // Near, so that one that is never closed costs nothing.
      const near = named ? tokens.slice(index + 1, index + 1 + MAX_NAMED_TOKENS) : [];
      const length = named ? near.findIndex(({ raw }) => named.end.test(raw)) : -1;
      const node = named?.node(
        plain(
          near
            .slice(0, length)
            .map(({ raw }) => raw)
            .join(''),
        ),
      );
      if (length >= 0 && node) {
        nodes.push(node);
        index += length + 1;
        continue;
      }
      const href = isLink || index > lastEnd ? undefined : hrefOfElement(token);
      const end =
        href === undefined ? -1 : tokens.findIndex((other, at) => at > index && CLOSED_LINK.test(other.raw));
      if (href === undefined || end < 0) nodes.push(...this.#node(token, marks, isLink));
      else {
        nodes.push(link(href, joinTexts(this.read(tokens.slice(index + 1, end), marks, true))));
        index = end;
      }
    }
    return nodes;
  }

  #node(token: Token, marks: readonly Mark[], isLink: boolean): DocumentNode[] {
    if (marks.length > MAX_NESTING) return this.#text(token.raw, marks);
    if (token.type === 'math' && 'text' in token) {
      const formula = String(token.text);
      return isLink ? this.#text(formula, [...marks, 'code']) : [inline('inline-math', { formula })];
    }
    // A tag that stands alone is a block; among text it is code.
    if (token.type === 'footnoteRef') return this.#text(token.raw, marks);
    if (token.type === 'tag') return this.#text(token.raw, [...marks, 'code']);
    const [known] = marked([token]);
    return known ? this.#token(known, marks, isLink) : [];
  }

  #text(value: string, marks: readonly Mark[]): DocumentNode[] {
    return value === '' ? [] : [text(value, orderMarks([...marks, ...this.#open]))];
  }

  #token(token: MarkedToken, marks: readonly Mark[], isLink: boolean): DocumentNode[] {
    switch (token.type) {
      case 'strong':
        return this.read(token.tokens, [...marks, 'bold'], isLink);
      case 'em':
        return this.read(token.tokens, [...marks, 'italic'], isLink);
      case 'del':
        return this.read(token.tokens, [...marks, 'strikethrough'], isLink);
      case 'codespan':
        return this.#text(token.text.replaceAll('\n', ' '), [...marks, 'code']);
      case 'link': {
        const nodes = joinTexts(this.read(token.tokens, marks, true));
        const href = token.autolink === true ? token.href : decodeEntities(token.href);
        return isLink ? nodes : [link(href, nodes, decodeEntities(token.title ?? ''))];
      }
      case 'image': {
        const caption = decodeEntities(token.title ?? '');
        return [image(decodeEntities(token.href), decodeEntities(token.text), caption)];
      }
      case 'br':
        return this.#text('\n', marks);
      case 'escape':
        return this.#text(token.text, marks);
      case 'checkbox':
        return [];
      case 'html':
        return this.#html(token.text, marks);
      case 'text':
        return token.tokens ? this.read(token.tokens, marks, isLink) : this.#text(plain(token.text), marks);
      default:
        return this.#text('text' in token ? plain(token.text) : token.raw, marks);
    }
  }

  #html(html: string, marks: readonly Mark[]): DocumentNode[] {
    const [, slash = '', element = '', attributes = ''] = ELEMENT.exec(html) ?? [];
    const name = element.toLowerCase();
    if (name === 'br') return this.#text('\n', marks);
    if (name === 'img') {
      const { src = '', alt = '' } = readAttributes(attributes);
      return src === '' ? [] : [image(src, alt, '')];
    }
    const mark = Object.hasOwn(MARK_ELEMENTS, name) ? MARK_ELEMENTS[name] : undefined;
    if (mark === undefined) return [];
    const at = this.#open.lastIndexOf(mark);
    if (slash === '') this.#open.push(mark);
    else if (at >= 0) this.#open.splice(at, 1);
    return [];
  }
}

/** A line break in the source of a paragraph is a space. */
const plain = (value: string): string => decodeEntities(value).replaceAll(/[^\S\n]*\n[^\S\n]*/g, ' ');

function image(src: string, alt: string, caption: string): DocumentNode {
  return inline('inline-image', { ref: fileOrUrl(src), alt, ...(caption !== '' && { caption }) });
}

/** Pictures are files or URLs, for every other meaning of an address. */
export function fileOrUrl(src: string) {
  const ref = refOf(src);
  return ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url: src };
}

/** Attributes of an element, decoded, by lower-case name. */
export function readAttributes(attributes: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? ''),
    ]),
  );
}

const orderMarks = (marks: readonly Mark[]): Mark[] => MARKS.filter((mark) => marks.includes(mark));

/** The signs among the words of a block, which readers do not see. */
import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';
import { emojiNames, readEmojiName } from './emoji-names.ts';

/** What is marked by signs before and after it. */
export interface InlineMark {
  kind: 'strong' | 'emphasis' | 'strikethrough' | 'code' | 'link' | 'element';
  from: number;
  to: number;
  /** Where the words are that it marks. */
  contentFrom: number;
  contentTo: number;
  /** The address of a link. */
  address?: string;
}

/** What is drawn in place of its signs. */
export interface InlineSign {
  kind: 'hidden' | 'image' | 'break' | 'tag' | 'expression' | 'element' | 'entity' | 'icon' | 'emoji';
  from: number;
  to: number;
}

export interface InlineMarks {
  marks: readonly InlineMark[];
  signs: readonly InlineSign[];
}

/** Blocks are found by lines; here a text is one paragraph. */
const inlineParser = parser.configure([
  GFM,
  {
    remove: [
      ...[
        'LinkReference',
        'IndentedCode',
        'FencedCode',
        'Blockquote',
        'HorizontalRule',
        'BulletList',
        'OrderedList',
      ],
      ...['ATXHeading', 'HTMLBlock', 'SetextHeading', 'Table', 'TaskList'],
    ],
  },
]);

const kinds: Readonly<Record<string, InlineMark['kind']>> = {
  StrongEmphasis: 'strong',
  Emphasis: 'emphasis',
  Strikethrough: 'strikethrough',
  InlineCode: 'code',
  Link: 'link',
  Autolink: 'link',
};

const tagOrExpression = /\{%[-+~]?(?:[^%]|%(?!\}))*%\}|\{\{[^{}\n]*\}\}/g;

/** A longer text has no marks: it is shown as it is written. */
export const maxMarkedLength = 20_000;

const remembered = new Map<string, InlineMarks>();
const maxRemembered = 2000;
// What is between colons was words so far.
emojiNames.subscribe(() => remembered.clear());

/** The marks of the text of a block, without the signs at the start of its lines. */
export function inlineMarksOf(text: string): InlineMarks {
  const known = remembered.get(text);
  if (known) return known;
  const marks = readMarks(text);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(text, marks);
  return marks;
}

function readMarks(text: string): InlineMarks {
  const marks: InlineMark[] = [];
  const signs: InlineSign[] = [];
  if (text.length > maxMarkedLength || !/[\\*_`~[\]<&{:/.@]| {2}\n/.test(text)) return { marks, signs };
  inlineParser.parse(text).iterate({
    enter({ node }) {
      const isAddress = node.name === 'URL' && node.parent?.name === 'Paragraph';
      const kind = isAddress ? 'link' : kinds[node.name];
      if (kind) {
        const mark = markOf(text, node, kind);
        if (mark) marks.push(mark);
        return kind !== 'code' && node.name !== 'Autolink';
      }
      const sign = signKinds[node.name];
      const isImage = sign === 'element' && /^<img\s/i.test(text.slice(node.from, node.to));
      if (sign) signs.push({ kind: isImage ? 'image' : sign, from: node.from, to: signEnd(text, node) });
      return node.name !== 'Image';
    },
  });
  for (const { 0: whole, index } of text.matchAll(tagOrExpression)) {
    const range = { from: index, to: index + whole.length };
    const isLiteral = [...marks.filter(({ kind }) => kind === 'code'), ...signs].some(
      ({ from, to }) => from < range.to && range.from < to,
    );
    if (!isLiteral) signs.push({ kind: whole.startsWith('{%') ? 'tag' : 'expression', ...range });
  }
  drawIcons(text, marks, signs);
  drawEmoji(text, marks, signs);
  pairElements(text, marks, signs);
  return { marks, signs: signs.toSorted((a, b) => a.from - b.from) };
}

const signKinds: Readonly<Record<string, InlineSign['kind']>> = {
  Escape: 'hidden',
  Image: 'image',
  HardBreak: 'break',
  HTMLTag: 'element',
  Comment: 'element',
  Entity: 'entity',
};

/** Of an escape only the sign before the letter; of a line break what is before it. */
function signEnd(text: string, { name, from, to }: SyntaxNode): number {
  if (name === 'Escape') return from + 1;
  return name === 'HardBreak' && text.endsWith('\n', to) ? to - 1 : to;
}

function markOf(text: string, node: SyntaxNode, kind: InlineMark['kind']): InlineMark | undefined {
  const { name, from, to, firstChild, lastChild } = node;
  if (name === 'URL') return addressMark(text, { from, to, contentFrom: from, contentTo: to });
  if (name === 'Autolink') return addressMark(text, { from, to, contentFrom: from + 1, contentTo: to - 1 });
  if (!firstChild || !lastChild) return undefined;
  if (kind === 'link') return linkOf(text, node);
  let [contentFrom, contentTo] = [firstChild.to, lastChild.from];
  const inner = text.slice(contentFrom, contentTo);
  // Blanks beside the signs of code that begins or ends with such a sign are no code.
  if (kind === 'code' && /^ .*[^ ].* $/s.test(inner) && /^ `|` $/.test(inner)) {
    contentFrom += 1;
    contentTo -= 1;
  }
  return { kind, from, to, contentFrom, contentTo };
}

/** An address among the words, in angle brackets or without, which readers see as a link. */
function addressMark(text: string, range: Omit<InlineMark, 'kind' | 'address'>): InlineMark {
  const written = text.slice(range.contentFrom, range.contentTo);
  const isMail = written.includes('@') && !/^[a-z][a-z\d+.-]*:/i.test(written);
  return { kind: 'link', ...range, address: isMail ? `mailto:${written}` : written };
}

/** A link with an address; what is only in brackets stays. */
function linkOf(text: string, node: SyntaxNode): InlineMark | undefined {
  const url = node.getChild('URL');
  const closing = node.getChildren('LinkMark').find(({ from }) => text[from] === ']');
  if (!closing || !url) return undefined;
  const address = text.slice(url.from, url.to).replace(/^<(.*)>$/s, '$1');
  return {
    kind: 'link',
    from: node.from,
    to: node.to,
    contentFrom: node.from + 1,
    contentTo: closing.from,
    address,
  };
}

/** An icon, with its name as its text. */
const iconTags =
  /<i\s(?:[^<>]*?\s)?class\s*=\s*(?:"fa-[^"<>]*"|'fa-[^'<>]*'|fa-[^\s"'<>]+)[^<>]*>[^<>\n]{0,100}<\/i\s*>/gi;

/** Icons are one sign each, whatever is in them. */
function drawIcons(text: string, marks: InlineMark[], signs: InlineSign[]): void {
  if (!text.includes('fa-')) return;
  for (const { 0: whole, index } of text.matchAll(iconTags)) {
    const to = index + whole.length;
    // In code, and behind an escape, its tag is none.
    const isTag = signs.some(({ kind, from }) => kind === 'element' && from === index);
    if (!isTag) continue;
    for (const list of [marks, signs])
      for (const [at, one] of [...list.entries()].toReversed())
        if (one.from >= index && one.to <= to) list.splice(at, 1);
    signs.push({ kind: 'icon', from: index, to });
  }
}

/** Emoji by their names, such as `:rocket:`, are one sign each. */
function drawEmoji(text: string, marks: readonly InlineMark[], signs: InlineSign[]): void {
  for (const { 0: start, 1: name = '', index } of text.matchAll(/:([a-z\d_+-]{1,50})(?=:)/g)) {
    const range = { from: index, to: index + start.length + 1 };
    const isIn = (from: number, to: number) => from < range.to && range.from < to;
    const isLiteral =
      marks.some(
        (mark) => isIn(mark.contentTo, mark.to) || (mark.kind === 'code' && isIn(mark.from, mark.to)),
      ) || signs.some(({ kind, from, to }) => isIn(from, to) || (kind === 'hidden' && to === range.from));
    if (!isLiteral && readEmojiName(name) !== undefined) signs.push({ kind: 'emoji', ...range });
  }
}

const marking = /^<(mark|u|sup|sub|kbd|b|strong|i|em|s|del|ins|small)>$/i;

/** Elements that only mark words are marks, too. */
function pairElements(text: string, marks: InlineMark[], signs: InlineSign[]): void {
  const open: { name: string; sign: InlineSign }[] = [];
  for (const sign of [...signs].toSorted((a, b) => a.from - b.from)) {
    if (sign.kind !== 'element') continue;
    const written = text.slice(sign.from, sign.to);
    const [, name] = marking.exec(written.replace('/', '')) ?? [];
    if (name === undefined) continue;
    if (!written.startsWith('</')) open.push({ name, sign });
    else if (open.at(-1)?.name === name) {
      const start = open.pop()?.sign;
      if (!start) continue;
      marks.push({
        kind: 'element',
        from: start.from,
        to: sign.to,
        contentFrom: start.to,
        contentTo: sign.from,
      });
      signs.splice(signs.indexOf(start), 1);
      signs.splice(signs.indexOf(sign), 1);
    }
  }
}

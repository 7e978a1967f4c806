import type { BlockUse, PlainLine, SpecificationUse } from '#api/blocks/block.ts';
import { englishBlockLabels } from '#api/blocks/labels.ts';
import { parseTag, readTagAt } from '#api/blocks/tag-syntax.ts';
import { headingTitle } from '../links/parse-document.ts';
import { matchTags, type Span, usedTag } from '../markdown/block-tags.ts';
import { lexText } from '../markdown/markdown-tokens.ts';
import { separateTags } from '../markdown/separate-tags.ts';

/**
 * A text without the tags of blocks, as CommonMark has none: on paper, and for programs, their content follows their title
 * or link, and hints are quotes.
 */
export function toPlainMarkdown(markdown: string, uses: UsesAsMarkdown = new Map()): string {
  if (!markdown.includes('{%')) return markdown;
  return new PlainWriter(markdown, uses).write();
}

/** What blocks show of API specifications, as Markdown, by what `keyOfUse` makes of it. */
export type UsesAsMarkdown = ReadonlyMap<string, string>;

export function keyOfUse({ spec, method = '', path = '', schema = '' }: SpecificationUse): string {
  return JSON.stringify([spec, method, path, schema]);
}

/** A specification in a tag, which is rare. */
const MAY_USE = /\{%[-~]?\s*openapi/;

/** What the blocks of a text show of API specifications. */
export function findUses(markdown: string): SpecificationUse[] {
  if (!MAY_USE.test(markdown)) return [];
  const { text, tagLines } = separateTags(markdown);
  return tagsOfLines(text.split('\n'), tagLines).flatMap((tag) => {
    if (!tag || tag.isEnd) return [];
    const { block, values } = usedTag(tag);
    return block.uses?.(values) ?? [];
  });
}

class PlainWriter {
  readonly #lines: readonly string[];
  readonly #tags: ReturnType<typeof tagsOfLines>;
  readonly #spans: ReadonlyMap<number, Span>;
  readonly #codeLines: ReadonlySet<number>;
  readonly #uses: UsesAsMarkdown;
  readonly #output: string[] = [];

  constructor(markdown: string, uses: UsesAsMarkdown) {
    this.#uses = uses;
    const { text, tagLines, codeLines } = separateTags(markdown);
    this.#codeLines = codeLines;
    this.#lines = text.split('\n');
    this.#tags = tagsOfLines(this.#lines, tagLines);
    this.#spans = matchTags(this.#tags);
  }

  write(): string {
    this.#writeLines(0, this.#lines.length, { prefix: '', parent: '' });
    return this.#output.join('\n');
  }

  #writeLines(start: number, end: number, around: { prefix: string; parent: string }): void {
    let position = 0;
    for (let at = start; at < end; at += 1) {
      const [line = '', tag, span] = [this.#lines[at], this.#tags[at], this.#spans.get(at)];
      if (!tag) {
        const text = this.#codeLines.has(at) ? line : withoutInlineTags(line);
        this.#output.push(around.prefix === '' ? text : (around.prefix + text).trimEnd());
        continue;
      }
      const { block, values } = usedTag(tag);
      if (block.parent !== undefined && span) position += 1;
      if (!tag.isEnd) {
        const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
        const inner = span ? this.#lines.slice(at + 1, span.end).join('\n') : '';
        const text = block.isContentHidden === true ? textOf(inner) : '';
        const hasContent = inner.trim() !== '';
        const use: BlockUse = { name: tag.name, values, text, hasContent, position, id: '', parentId: '' };
        const quote = span && block.quote?.(values);
        const shown = (block.uses?.(values) ?? []).flatMap((one) => this.#uses.get(keyOfUse(one)) ?? []);
        if (shown.length > 0) this.#writeText(shown.join('\n\n'), around.prefix + indent);
        else this.#writeOpening(quote === undefined ? block.lines(use) : [], { ...around, indent, quote });
        const prefix = quote === undefined ? around.prefix : `${around.prefix}${indent}> `;
        if (span && block.isContentHidden !== true) {
          this.#writeLines(at + 1, span.end, { prefix, parent: tag.name });
        }
      }
      at = span?.last ?? at;
    }
  }

  #writeText(text: string, prefix: string): void {
    for (const line of text.split('\n')) this.#output.push((prefix + line).trimEnd());
    this.#output.push(prefix.trimEnd());
  }

  #writeOpening(
    lines: readonly PlainLine[],
    { prefix, indent, quote }: { prefix: string; indent: string; quote: string | undefined },
  ): void {
    if (quote !== undefined) this.#output.push(`${prefix}${indent}> [!${quote}]`);
    for (const line of lines) {
      for (const written of writeLine(line)) this.#output.push((prefix + indent + written).trimEnd());
      this.#output.push(prefix.trimEnd());
    }
  }
}

function tagsOfLines(lines: readonly string[], tagLines: ReadonlySet<number>) {
  return lines.map((line, index) => (tagLines.has(index) ? parseTag(line.trim()) : undefined));
}

const MAX_SHORT_TEXT = 300;

function textOf(markdown: string): string {
  return headingTitle(lexText(markdown.slice(0, 10 * MAX_SHORT_TEXT))).slice(0, MAX_SHORT_TEXT);
}

function writeLine({ text, label, href, isStrong, language }: PlainLine): string[] {
  if (language !== undefined) return [`\`\`\`${language}`, ...(text ?? '').split('\n'), '```'];
  const words = [label === undefined ? '' : englishBlockLabels[label], text ?? '']
    .filter((word) => word !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  const written = words.replaceAll(/[\\`*_[\]<>]/g, '\\$&');
  if (href !== undefined)
    return [
      words === ''
        ? `<${href.replaceAll(/[<>\s]/g, '')}>`
        : `[${written}](<${href.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`,
    ];
  return [isStrong === true && words !== '' ? `**${written}**` : written];
}

/** One that has no text in its place. */
const INCLUDE = /\{%[-~]?\s*include\s[^\n]{0,2000}?%\}/y;

/** Tags among text, but not those in code. */
function withoutInlineTags(line: string): string {
  if (!line.includes('{%')) return line;
  const pieces = line.split(/(`+[^`]*`+)/);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : cutTags(piece))).join('');
}

function cutTags(text: string): string {
  let rest = '';
  let at = 0;
  for (let start = text.indexOf('{%'); start >= 0; start = text.indexOf('{%', at)) {
    const read = text.charAt(start - 1) === '\\' ? undefined : readTagAt(text, start);
    const end = read?.end ?? endOfInclude(text, start);
    rest += text.slice(at, end === undefined ? start + 2 : start);
    at = end ?? start + 2;
  }
  return rest + text.slice(at);
}

function endOfInclude(text: string, start: number): number | undefined {
  INCLUDE.lastIndex = start;
  return text.charAt(start - 1) !== '\\' && INCLUDE.test(text) ? INCLUDE.lastIndex : undefined;
}

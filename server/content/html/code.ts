import { decodeEntities } from '../markdown/entities.ts';
import { escapeHtml } from './escape.ts';
import { highlightCode, piecesOf } from './highlight.ts';
import { attribute, type HtmlWriter } from './html-writer.ts';

const MAX_MARKED_LINES = 2000;
const MAX_TITLE_LENGTH = 200;

/** A block of code. */
export interface CodeBlock {
  code: string;
  /** The text after the opening fence: a language, `title="…"`, marked lines as `{1,3-5}`. */
  info: string;
  /** Instead of a title in `info`. */
  title?: string | undefined;
  isWrapped?: boolean;
  hasNumbers?: boolean;
  isFullWidth?: boolean;
  /** The id of the box that unfolds long code; without one it is not folded. */
  moreId?: string;
}

/** Writes a block of code, highlighted by classes (`hljs-…`) if its language is known. */
export function writeCode(writer: HtmlWriter, block: CodeBlock): void {
  const { code, info, moreId } = block;
  const language = /^[\w+#.-]{1,40}/.exec(info.trim())?.[0].toLowerCase() ?? '';
  const title = (block.title ?? titleOf(info)).slice(0, MAX_TITLE_LENGTH).trim() || nameOf(language);
  const markedLines = parseLines(/(?:^|[^"])\{([\d,\s-]{1,200})\}/.exec(info)?.[1] ?? '');
  const lines = markLines(highlight(code, language), markedLines, block.hasNumbers === true);
  const start = language === '' ? '' : attribute('class', `language-${language}`);
  const classes = [
    'code',
    ...(block.isWrapped === true ? ['wrap'] : []),
    ...(block.hasNumbers === true ? ['numbered'] : []),
    ...(block.isFullWidth === true ? ['full-width'] : []),
    ...(moreId === undefined ? [] : ['folded']),
  ];
  const write = () => {
    if (title !== '') writer.element('figcaption', [], () => writer.text(escapeHtml(title)), true);
    if (moreId !== undefined) writer.empty('input', [` type="checkbox" id="${moreId}"`]);
    const content = () => writer.element('code', [start], () => writer.text(lines));
    writer.element('pre', [' tabindex="0"'], content, true);
    if (moreId !== undefined) {
      writer.element('label', [` for="${moreId}"`], () => writer.label({ label: 'showMore' }));
    }
  };
  writer.element('figure', [` class="${classes.join(' ')}" dir="ltr"`], write, true);
}

/** Languages of diagrams are named, as their code looks like no other. */
const nameOf = (language: string): string => ({ mermaid: 'Mermaid', plantuml: 'PlantUML' })[language] ?? '';

function titleOf(info: string): string {
  const [, double, single] = /\s(?:title|filename)=(?:"([^"]*)"|'([^']*)')/.exec(info) ?? [];
  return decodeEntities(double ?? single ?? '');
}

/** The numbers in a list such as `1,3-5`. */
function parseLines(list: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const range of list.split(',')) {
    const [, first = 'none', last = first] = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(range) ?? [];
    for (let line = Number(first); line <= Number(last); line += 1) {
      if (lines.size >= MAX_MARKED_LINES) return lines;
      lines.add(line);
    }
  }
  return lines;
}

function markLines(lines: readonly string[], markedLines: ReadonlySet<number>, hasNumbers: boolean): string {
  return lines
    .map((line, index) => {
      const end = index === lines.length - 1 ? '' : '\n';
      // The line break belongs to the element, which may fill the whole line.
      const row = hasNumbers ? `<span class="row">${line}${end}</span>` : line + end;
      return markedLines.has(index + 1) ? `<mark class="line">${row}</mark>` : row;
    })
    .join('');
}

/** The lines of code as HTML, each balanced. */
function highlight(code: string, language: string): string[] {
  const html = highlightCode(code, language);
  if (html === undefined) return escapeHtml(code).split('\n');
  const lines = [''];
  const open: string[] = [];
  const write = (piece: string) => lines.push((lines.pop() ?? '') + piece);
  for (const { piece, classes } of piecesOf(html)) {
    if (classes !== undefined) {
      open.push(classes);
      write(piece);
    } else if (piece === '</span>') {
      if (open.pop() !== undefined) write(piece);
    } else if (piece === '\n') {
      write('</span>'.repeat(open.length));
      lines.push(open.map((names) => `<span class="${names}">`).join(''));
    } else write(piece);
  }
  write('</span>'.repeat(open.length));
  return lines;
}

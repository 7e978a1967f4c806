import type { ReportEntry } from '../import-plan.ts';
import { FenceTracker } from './fences.ts';
import { dedent, indent, isHintType, writeDetails, writeHint } from './hint.ts';

/** Tells of something converted on a line, counted from 0. */
export type Tell = (line: number, message: string, kind?: ReportEntry['kind']) => void;

const OPENING = /^([ \t]*)(:{3,})[ \t]*([a-z][\w-]*)[ \t]*(?:\[(.*)\])?[ \t]*(?:\{[^{}]*\})?[ \t]*(.*)$/i;
const CLOSING = /^[ \t]*(:{3,})[ \t]*$/;

interface Opening {
  line: number;
  colons: number;
  blanks: string;
  type: string;
  title: string;
}

/** Converts `:::note … :::` of Docusaurus, Starlight and VitePress into hints. One that is never closed stays text. */
export function convertColons(text: string, tell: Tell): string {
  if (!text.includes(':::')) return text;
  const lines = text.split('\n');
  const output: string[] = [];
  /** Open ones, with the place in the output of what they hold. */
  const open: (Opening & { at: number })[] = [];
  const fences = new FenceTracker();
  for (const [index, line] of lines.entries()) {
    if (fences.isCode(line)) {
      output.push(line);
      continue;
    }
    const closing = CLOSING.exec(line)?.[1];
    if (closing !== undefined && open.length > 0) {
      const matching = open.findLastIndex(({ colons }) => colons === closing.length);
      const at = matching === -1 ? open.length - 1 : matching;
      const opening = open[at];
      open.length = at;
      if (!opening) continue;
      const content = output.splice(opening.at).slice(1);
      output.push(...writeBlock(opening, content).split('\n'));
      tell(
        opening.line,
        `The block ":::${opening.type}" became ${opening.type === 'details' ? 'an expandable' : 'a hint'}.`,
      );
      continue;
    }
    const opening = readOpening(line, index);
    if (opening && open.length < 50) open.push({ ...opening, at: output.length });
    output.push(line);
  }
  return output.join('\n');
}

function readOpening(line: string, index: number): Opening | undefined {
  const [all, blanks = '', colons = '', type = '', label, rest = ''] = OPENING.exec(line) ?? [];
  if (all === undefined || (!isHintType(type) && type.toLowerCase() !== 'details')) return undefined;
  return {
    line: index,
    colons: colons.length,
    blanks,
    type: type.toLowerCase(),
    title: (label ?? rest).trim(),
  };
}

function writeBlock({ blanks, type, title }: Opening, lines: readonly string[]): string {
  const content = dedent(`\n${lines.join('\n')}`).slice(1);
  const block =
    type === 'details'
      ? writeDetails(title === '' ? 'Details' : title, content)
      : writeHint(type, title, content);
  return blanks + indent(block, blanks);
}

const MKDOCS =
  /^([ \t]*)(!!!|\?\?\?\+?|===\+?)[ \t]*([a-z][\w-]*(?:[ \t]+[a-z][\w-]*)*)?[ \t]*(?:"((?:[^"\\]|\\.)*)")?[ \t]*$/i;

/** Converts `!!! note`, `??? note` and `=== "Tab"` of MkDocs with the indented lines below. */
export function convertExclamations(text: string, tell: Tell, depth = 0, firstLine = 0): string {
  if (depth > 20 || !/!!!|\?\?\?|===/.test(text)) return text;
  const lines = text.split('\n');
  const output: string[] = [];
  const fences = new FenceTracker();
  let tabs: { blanks: string; items: string[] } | undefined;
  const closeTabs = () => {
    if (tabs) output.push(`${tabs.blanks}{% endtabs %}`, '');
    tabs = undefined;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opening = fences.isCode(line) ? null : MKDOCS.exec(line);
    const [, blanks = '', sign = '', type, title] = opening ?? [];
    const isTab = sign.startsWith('===') && title !== undefined && type === undefined;
    if (!opening || (sign.startsWith('===') ? !isTab : type === undefined && title === undefined)) {
      if (tabs && line.trim() !== '') closeTabs();
      output.push(line);
      continue;
    }
    const end = endOfIndented(lines, at + 1, blanks.length);
    const content = lines
      .slice(at + 1, end)
      .map((below) => below.slice(Math.min(blanks.length + 4, below.length - below.trimStart().length)));
    const converted = convertExclamations(content.join('\n'), tell, depth + 1, firstLine + at + 1);
    const name = (type ?? 'note').split(/\s/, 1)[0] ?? 'note';
    const plainTitle = title?.replaceAll(/\\(.)/g, '$1');
    if (isTab) {
      if (!tabs || tabs.blanks !== blanks) {
        closeTabs();
        output.push(`${blanks}{% tabs %}`);
        tabs = { blanks, items: [] };
        tell(firstLine + at, 'Content tabs became tabs.');
      }
      output.push(
        blanks +
          indent(
            `{% tab title="${(plainTitle ?? '').replaceAll('"', '&quot;')}" %}\n${converted.trim()}\n{% endtab %}`,
            blanks,
          ),
        '',
      );
    } else {
      closeTabs();
      const block =
        sign === '!!!'
          ? writeHint(name, plainTitle, converted)
          : writeDetails(
              plainTitle ?? name.charAt(0).toUpperCase() + name.slice(1),
              converted,
              sign.endsWith('+'),
            );
      output.push(...(blanks + indent(block, blanks)).split('\n'), '');
      tell(
        firstLine + at,
        `The block "${sign} ${name}" became ${sign === '!!!' ? 'a hint' : 'an expandable'}.`,
      );
    }
    at = end - 1;
  }
  closeTabs();
  return output.join('\n');
}

/** The line behind those that are indented below a marker; empty lines at their end are not of them. */
function endOfIndented(lines: readonly string[], start: number, indentation: number): number {
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const blanks = line.replace(/\t/g, '    ');
    if (blanks.length - blanks.trimStart().length < indentation + 4) break;
    end = at + 1;
  }
  return end;
}

import { parseDocument } from 'yaml';
import { frontMatterOf } from '../../source/front-matter.ts';
import { plainTitle } from './summary.ts';

/** Longer files of settings are not read. */
const MAX_SETTINGS = 5 * 1024 * 1024;

/** A text file in its parts. */
export interface PageText {
  /** As written, with fences and the empty lines below. */
  frontMatter: string;
  fields: Record<string, unknown>;
  /** Why the front matter could not be read. */
  problem?: string;
  body: string;
  /** The lines in front of the body. */
  lines: number;
  heading: TitleHeading | undefined;
}

/** The first heading of the first level. */
export interface TitleHeading {
  text: string;
  /** Its place in the body, with the line break. */
  start: number;
  end: number;
  /** Whether only comments, pictures and imports are above it. */
  isFirst: boolean;
}

/** Splits a Markdown file into its front matter and its text. */
export function readPageText(text: string): PageText {
  const frontMatter = frontMatterOf(text);
  const yaml = frontMatter.replace(/^---[^\n]*\n/, '').replace(/^(?:---|\.\.\.)[ \t]*\n?\s*$/m, '');
  const body = text.slice(frontMatter.length);
  const { fields, problem } = frontMatter === '' ? { fields: {} } : readFields(yaml);
  const lines = frontMatter === '' ? 0 : frontMatter.split('\n').length - 1;
  return {
    frontMatter,
    fields,
    ...(problem !== undefined && { problem }),
    body,
    lines,
    heading: findTitle(body),
  };
}

function readFields(yaml: string): Pick<PageText, 'fields' | 'problem'> {
  const result = readYaml(yaml);
  if ('problem' in result) return { fields: {}, problem: result.problem };
  return { fields: toRecord(result.value) ?? {} };
}

/** Reads YAML with a limit of its size and of what aliases may multiply; tags are ignored. */
export function readYaml(source: string): { value: unknown } | { problem: string } {
  if (source.length > MAX_SETTINGS) return { problem: 'The file is too large.' };
  try {
    const document = parseDocument(source, { uniqueKeys: false, logLevel: 'silent', strict: false });
    const [error] = document.errors;
    if (error) return { problem: error.message.split('\n', 1)[0] ?? 'The file is damaged.' };
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: error instanceof RangeError ? 'It is nested too deeply.' : message };
  }
}

export function toRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

export function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Lines above a title that are no text of their own: pictures, badges, anchors, imports. */
const ABOVE_TITLE =
  /^\s*(?:(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+|<\/?(?:img|picture|source|figure|figcaption|p|div|center|a|br|span)\b[^>]*>.*|(?:import|export)\s.*|\{\/\*.*\*\/\}|\{%[^%]*%\})\s*$/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Finds the title of a text: the first heading of the first level, in either notation. */
export function findTitle(body: string): TitleHeading | undefined {
  let isFirst = true;
  let fence: string | undefined;
  let isComment = false;
  let previous: { line: string; start: number } | undefined;
  let start = 0;
  for (const line of body.split('\n')) {
    const end = Math.min(body.length, start + line.length + 1);
    const isUnderline = previous !== undefined && fence === undefined && /^ {0,3}=+[ \t]*$/.test(line);
    if (previous && isUnderline) return titleOf(previous.line, { start: previous.start, end, isFirst });
    if (previous && !ABOVE_TITLE.test(previous.line)) isFirst = false;
    previous = undefined;
    const opening = FENCE.exec(line)?.[1];
    const isCommentStart = line.trimStart().startsWith('<!--');
    if (isComment || (isCommentStart && fence === undefined)) isComment = !line.includes('-->');
    else if (fence !== undefined) fence = opening?.startsWith(fence) ? undefined : fence;
    else if (opening !== undefined) {
      fence = opening;
      isFirst = false;
    } else {
      const heading = /^ {0,3}#(?:[ \t]+(.*))?$/.exec(line);
      if (heading) return titleOf(heading[1] ?? '', { start, end, isFirst });
      if (line.trim() !== '') previous = { line, start };
    }
    start = end;
  }
  return undefined;
}

function titleOf(markdown: string, place: Omit<TitleHeading, 'text'>): TitleHeading | undefined {
  const text = plainTitle(markdown.replace(/(?:^|[ \t])#+[ \t]*$/, '').replace(/\s*\{#[^{}]*\}\s*$/, ''));
  return text === '' ? undefined : { text, ...place };
}

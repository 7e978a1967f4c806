import { frontMatterOf } from '../../source/front-matter.ts';
import { plainTitle } from '../../source/summary-lines.ts';
import { readYaml, toRecord } from '../../source/yaml-values.ts';

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
  const text = plainTitle(markdown.replace(/(?:^|[ \t])#+[ \t]*$/, '').replace(/\{#[^{}]*\}\s*$/, ''));
  return text === '' ? undefined : { text, ...place };
}

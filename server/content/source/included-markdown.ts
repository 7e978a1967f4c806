import { MAX_INCLUDE_DEPTH, MAX_INCLUDED_TEXTS, ReusableContents } from '../pages/reusable-contents.ts';
import type { StoredGitFile, StoredReusableContent } from '../pages/storage.ts';
import { findIncludes, type IncludeTag, MAX_INCLUDES } from '../visitor-text/include-tags.ts';
import { type SourceContext, withIdAddresses } from './content-paths.ts';

/** What the tags of a text that include reusable contents refer to. */
export interface IncludedSources {
  contents: readonly StoredReusableContent[];
  /** The texts of the contents that are needed, by document id. */
  texts: ReadonlyMap<string, string>;
}

interface FillOptions extends IncludedSources {
  /** The file of the text, if it came from one. */
  source: SourceContext | undefined;
  /** The files of the book. */
  paths: SourceContext['paths'];
  /** Changes each text before others are put into it, such as to that of visitors. */
  read: (markdown: string) => string;
}

/** Characters of a text with all that it includes; more of it is left out. */
const MAX_FILLED_LENGTH = 10_000_000;

/**
 * A text with reusable contents in the place of their tags, as pages show them: one that is missing, and one in itself,
 * leaves nothing. Addresses of files get ids, as each text has a file of its own.
 */
export function fillIncludes(
  markdown: string,
  { contents, texts, source, paths, read }: FillOptions,
): string {
  const reusable = new ReusableContents(contents);
  const divided = new Map<string, DividedText>();
  const divide = (content: StoredReusableContent): DividedText => {
    let parts = divided.get(content.id);
    if (parts) return parts;
    const text = read(texts.get(content.documentId) ?? '');
    const context = content.git && { paths, path: content.git.path };
    parts = divideText(closeFence(withIdAddresses(text, context)).trim());
    divided.set(content.id, parts);
    return parts;
  };
  let count = 0;
  let length = 0;
  const fill = (
    { pieces, tags, end }: DividedText,
    file: StoredGitFile | undefined,
    above: readonly string[],
  ): string => {
    let filled = '';
    for (const [at, tag] of tags.entries()) {
      filled += pieces[at] ?? '';
      const content = tag && reusable.find(tag.address, file);
      if (!content || above.includes(content.id) || above.length >= MAX_INCLUDE_DEPTH) continue;
      count += 1;
      if (count > MAX_INCLUDED_TEXTS || length > MAX_FILLED_LENGTH) continue;
      const text = placeText(tag, fill(divide(content), content.git, [...above, content.id]));
      length += text.length;
      filled += text;
    }
    return filled + end;
  };
  return fill(divideText(withIdAddresses(read(markdown), source)), source, []);
}

interface PlacedTag extends IncludeTag {
  /** The text before it in its line, where it has the line to itself but for containers. */
  container: string | undefined;
  isInTable: boolean;
  /** Whether a paragraph is in the line before it, and in that behind it. */
  isBelowText: boolean;
  isAboveText: boolean;
}

/** The text before each tag, and that behind the last one. */
interface DividedText {
  pieces: string[];
  /** Undefined for tags of which there are too many. */
  tags: (PlacedTag | undefined)[];
  end: string;
}

function divideText(markdown: string): DividedText {
  const pieces: string[] = [];
  const tags: DividedText['tags'] = [];
  let end = 0;
  for (const tag of findIncludes(markdown, Number.POSITIVE_INFINITY)) {
    pieces.push(markdown.slice(end, tag.start));
    tags.push(tags.length < MAX_INCLUDES ? findPlace(markdown, tag) : undefined);
    end = tag.end;
  }
  return { pieces, tags, end: markdown.slice(end) };
}

function findPlace(markdown: string, tag: IncludeTag): PlacedTag {
  const lineStart = markdown.lastIndexOf('\n', tag.start) + 1;
  const nextEnd = markdown.indexOf('\n', tag.end);
  const lineEnd = nextEnd === -1 ? markdown.length : nextEnd;
  const before = markdown.slice(lineStart, tag.start);
  const after = markdown.slice(tag.end, lineEnd);
  const isAlone = after.trim() === '' && before.length <= MAX_CONTAINER && CONTAINER.test(before);
  const lineBefore = lineStart === 0 ? '' : markdown.slice(0, lineStart - 1).slice(-MAX_CONTAINER);
  const lineAfter = markdown.slice(lineEnd + 1, lineEnd + 1 + MAX_CONTAINER);
  return {
    ...tag,
    container: isAlone ? before : undefined,
    isInTable: before.trimStart().startsWith('|') || after.includes('|'),
    isBelowText: !/(?:^|\n)[ \t>]*$/.test(lineBefore),
    isAboveText: !/^[ \t>]*(?:\n|$)/.test(lineAfter),
  };
}

/** Quotes and items of lists. */
const CONTAINER = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*$/;
/** Longer ones are no containers. */
const MAX_CONTAINER = 100;

/** A text in the place of its tag: in the containers of the tag, apart from the paragraphs around it. */
function placeText({ container, isInTable, isBelowText, isAboveText }: PlacedTag, text: string): string {
  if (isInTable) return text.replaceAll(/\s*\n\s*/g, ' ');
  if (container === undefined || text === '') return text;
  const prefix = container.replaceAll(/[^\s>]/g, ' ');
  const isItem = prefix !== container;
  const lines = text.split('\n').map((line, at) => (at === 0 ? line : (prefix + line).trimEnd()));
  const start = isBelowText && !isItem ? `\n${prefix}` : '';
  return `${start}${lines.join('\n')}${isAboveText && !isItem ? `\n${prefix.trimEnd()}` : ''}`;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)/;

/** A text whose last block of code is closed, so that what follows it on a page is not part of it. */
function closeFence(markdown: string): string {
  if (!markdown.includes('```') && !markdown.includes('~~~')) return markdown;
  let fence = '';
  for (const line of markdown.split('\n')) {
    const [, run = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence === '') fence = run.startsWith('`') && info.includes('`') ? '' : run;
    else if (run.startsWith(fence) && info.trim() === '') fence = '';
  }
  return fence === '' ? markdown : `${markdown.trimEnd()}\n${fence}`;
}

import { documentIdOf, type StoredPage, type StoredPageSource } from '../pages/storage.ts';
import { editFrontMatter, type FrontMatterFields, frontMatterOf, readFrontMatter } from './front-matter.ts';
import { findTitleHeading } from './title-heading.ts';

/** The file of a page, read. */
export interface SourceText {
  /** The text without front matter, with line feeds. */
  markdown: string;
  /** What is needed to write the same bytes again. */
  source: StoredPageSource;
  fields: FrontMatterFields;
  /** The title that its first heading shows, as plain text. */
  heading?: string;
}

/** Longer lists of line ends are not kept: such a text keeps its carriage returns. */
const MAX_RUNS_LENGTH = 4000;

/** Reads a file as the text of a page; undefined for bytes that are no text in UTF-8 or, with a mark, UTF-16. */
export function readSourceText(bytes: Uint8Array): SourceText | undefined {
  const decoded = decodeText(bytes);
  if (!decoded) return undefined;
  const { text, ...encoding } = decoded;
  const frontMatter = frontMatterOf(text);
  const { markdown, ...lineEnds } = readLines(text.slice(frontMatter.length));
  const heading = findTitleHeading(markdown)?.title;
  return {
    markdown,
    source: {
      ...(frontMatter !== '' && { frontMatter }),
      ...(heading !== undefined && { titleHeading: true }),
      ...lineEnds,
      ...encoding,
    },
    fields: readFrontMatter(frontMatter),
    ...(heading !== undefined && { heading }),
  };
}

/** The fields of a page that its file states. */
export type SourcePage = Pick<
  StoredPage,
  | 'title'
  | 'description'
  | 'icon'
  | 'emoji'
  | 'cover'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'layout'
  | 'vars'
  | 'tags'
  | 'source'
>;

/** How the cover of a page is found and named in its file. */
export interface CoverPaths {
  /** The file that a path as written leads to; undefined for none of this book. */
  fileAt(path: string): string | undefined;
  /** The path to write for a file; undefined if it has none. */
  pathOf(fileId: string): string | undefined;
}

/** Without files: a cover stays as it is written. */
const NO_COVERS: CoverPaths = { fileAt: () => undefined, pathOf: () => undefined };

/**
 * The bytes of a page's file. Of a page and a text as they were read these are the bytes that were read; otherwise only
 * what changed is different.
 */
export function writeSourceText(page: SourcePage, markdown: string, covers: CoverPaths = NO_COVERS): Buffer {
  const source = page.source ?? {};
  const lineEnd = source.lineEnds === 'crlf' ? '\r\n' : '\n';
  const frontMatter = source.frontMatter ?? '';
  const edited = editFrontMatter(
    frontMatter,
    fieldsToWrite(page, readFrontMatter(frontMatter), covers),
    lineEnd,
  );
  return encodeText(edited + writeLines(markdown, source), source);
}

/** What the front matter has to say so that reading it gives the page. */
function fieldsToWrite(page: SourcePage, present: FrontMatterFields, covers: CoverPaths): FrontMatterFields {
  const { title, description, icon, emoji, layout, vars, tags, source } = page;
  const writtenTitle = source?.titleKey === true ? title : present.title;
  const cover = coverToWrite(page.cover, present.cover, covers);
  const hasEntries = (value: object | undefined) => value !== undefined && Object.keys(value).length > 0;
  return {
    ...(writtenTitle !== undefined && { title: writtenTitle }),
    ...(description !== undefined && description !== '' && { description }),
    ...(icon !== undefined && icon !== '' && { icon }),
    ...(emoji !== undefined && emoji !== '' && { emoji }),
    ...(cover && { cover }),
    ...(page.hidden === true && { hidden: true }),
    ...(page.noIndex === true && { noIndex: true }),
    ...(page.noRobotsIndex === true && { noRobotsIndex: true }),
    ...(layout && hasEntries(layout) && { layout }),
    ...(vars && hasEntries(vars) && { vars }),
    ...(tags && tags.length > 0 && { tags }),
    ...(present.condition !== undefined && { condition: present.condition }),
  };
}

function coverToWrite(
  cover: StoredPage['cover'],
  present: FrontMatterFields['cover'],
  covers: CoverPaths,
): FrontMatterFields['cover'] {
  const presentFile = present && covers.fileAt(present.path);
  // A picture elsewhere, or one that is missing, is no cover here, and no reason to forget its address.
  if (!cover) return presentFile === undefined ? present : undefined;
  if (cover.ref.file === presentFile) return { path: present?.path ?? '', yPos: cover.yPos };
  const path = covers.pathOf(cover.ref.file);
  return path === undefined ? present : { path, yPos: cover.yPos };
}

type Encoding = Pick<StoredPageSource, 'byteOrderMark' | 'encoding'>;

/** A text in UTF-8 or, with a mark, UTF-16; undefined for other bytes. */
export function decodeText(bytes: Uint8Array): ({ text: string } & Encoding) | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined;
  try {
    const decoder = new TextDecoder(encoding ?? 'utf-8', { fatal: true, ignoreBOM: true });
    const decoded = decoder.decode(bytes);
    if (decoded.includes('\0')) return undefined;
    const hasMark = decoded.startsWith('\uFEFF');
    return {
      text: hasMark ? decoded.slice(1) : decoded,
      ...(hasMark && { byteOrderMark: true }),
      ...(encoding && { encoding }),
    };
  } catch {
    return undefined;
  }
}

/** A text in its encoding. */
export function encodeText(text: string, { byteOrderMark, encoding }: Encoding): Buffer {
  const marked = byteOrderMark ? `\uFEFF${text}` : text;
  if (encoding === undefined) return Buffer.from(marked, 'utf8');
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

type LineEnds = Pick<StoredPageSource, 'lineEnds' | 'otherLineEnds'>;

function readLines(text: string): { markdown: string } & LineEnds {
  if (!text.includes('\r\n')) return { markdown: text };
  const ends = text.match(/\r?\n/g) ?? [];
  const usual = ends.filter((end) => end === '\r\n').length * 2 > ends.length ? '\r\n' : '\n';
  const markdown = text.replaceAll('\r\n', '\n');
  const lineEnds: LineEnds = usual === '\r\n' ? { lineEnds: 'crlf' } : {};
  if (ends.every((end) => end === usual)) return { markdown, ...lineEnds };
  const runs: number[] = [0];
  let isUsual = true;
  for (const end of ends) {
    if ((end === usual) !== isUsual) {
      runs.push(0);
      isUsual = !isUsual;
    }
    runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
  }
  const written = runs.map((length) => length.toString(36)).join(',');
  if (written.length > MAX_RUNS_LENGTH) return { markdown: text };
  return { markdown, ...lineEnds, otherLineEnds: { documentId: documentIdOf(markdown), runs: written } };
}

function writeLines(markdown: string, { lineEnds, otherLineEnds }: LineEnds): string {
  const [usual, other] = lineEnds === 'crlf' ? ['\r\n', '\n'] : ['\n', '\r\n'];
  if (otherLineEnds?.documentId !== documentIdOf(markdown)) return markdown.replaceAll('\n', usual);
  const ends = otherLineEnds.runs
    .split(',')
    .flatMap((length, at) =>
      Array.from({ length: Number.parseInt(length, 36) }, () => (at % 2 === 0 ? usual : other)),
    );
  let line = 0;
  return markdown.replaceAll('\n', () => {
    line += 1;
    return ends[line - 1] ?? usual;
  });
}

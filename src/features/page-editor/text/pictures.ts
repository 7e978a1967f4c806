/** Pictures in a text, as Markdown or as HTML on one line: what is set of them, and the same picture with something else. */
import type { TextChange } from '#src/lib/compare/line-hunks.ts';
import {
  attributeOf,
  decode,
  encode,
  type PictureTags,
  pictureTagsOf,
  plain,
  readPictureTags,
  withAttribute,
  writePictureTags,
} from './picture-tags.ts';
import { linesAround, type TextOperation, type TextRange } from './text-edit.ts';
import { inBrackets } from './text-files.ts';

/** What can be set of a picture; empty for what is not. */
export interface PictureSettings {
  address: string;
  /** Read out to people who don't see it. */
  description: string;
  caption: string;
  /** A number of pixels, `full` for the width of the page, `line` for the height of a line. */
  size: string;
  /** The address of the picture for dark mode. */
  dark: string;
  /** Where it leads to. */
  link: string;
}

/** A picture that was read. */
export interface WrittenPicture extends PictureSettings {
  /** Its caption has more than words, which a field would lose. */
  isCaptionMarked: boolean;
}

const address = String.raw`(<[^<>]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)`;
const title = String.raw`(?:[ \t]+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?`;
const image = String.raw`!\[((?:[^[\]\\]|\\.)*)\]\([ \t]*${address}${title}[ \t]*\)`;
const markdown = new RegExp(`^(?:${image}|\\[${image}\\]\\([ \\t]*${address}[ \\t]*\\))$`);
/** A picture that begins where it is looked for. */
const pictureHere = new RegExp(`${image}|<img\\s[^<>]*>`, 'iy');
const pictureAnywhere = new RegExp(pictureHere.source, 'i');

interface MarkdownPicture {
  description: string;
  address: string;
  title: string;
  link: string;
}

function readMarkdown(written: string): MarkdownPicture | undefined {
  const match = markdown.exec(written);
  if (!match) return undefined;
  const [
    ,
    text = '',
    target = '',
    quoted = '',
    linkedText = '',
    linkedTarget = '',
    linkedTitle = '',
    link = '',
  ] = match;
  const isLinked = written.startsWith('[');
  return {
    description: isLinked ? linkedText : text,
    address: isLinked ? linkedTarget : target,
    title: isLinked ? linkedTitle : quoted,
    link,
  };
}

const unescape = (written: string): string => decode(written.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, ''));
const addressOf = (written: string): string => unescape(written.replace(/^<(.*)>$/s, '$1'));

/** Whether a text is one picture. */
export const isPicture = (written: string): boolean =>
  markdown.test(written) || readPictureTags(written) !== undefined;

/** What is set of a picture that is all of a text; undefined for other texts, and for several pictures. */
export function readPicture(written: string): WrittenPicture | undefined {
  const parts = readMarkdown(written);
  if (parts)
    return {
      ...{
        address: addressOf(parts.address),
        description: unescape(parts.description),
        link: addressOf(parts.link),
      },
      // Of a picture that leads somewhere, it is no caption.
      caption: written.startsWith('[') ? '' : unescape(parts.title.slice(1, -1)),
      ...{ size: '', dark: '', isCaptionMarked: false },
    };
  const tags = readPictureTags(written);
  return tags && { ...settingsOf(tags), isCaptionMarked: /</.test(captionOf(tags)) };
}

const noPicture: WrittenPicture = {
  ...{ address: '', description: '', caption: '', size: '', dark: '', link: '', isCaptionMarked: false },
};

/** What is set of a picture; of the first one of several, and nothing where there is none. */
export const firstPicture = (written: string): WrittenPicture =>
  readPicture(written) ?? readPicture(pictureAnywhere.exec(written)?.[0] ?? '') ?? noPicture;

function settingsOf(tags: PictureTags): PictureSettings {
  const width = /^\s*(\d{1,4})(?:px)?\s*$/.exec(attributeOf(tags.image, 'width') ?? '')?.[1];
  const isFull = attributeOf(tags.figure, 'data-full-width') === 'true';
  const isLine = attributeOf(tags.image, 'data-size') === 'line';
  return {
    address: attributeOf(tags.image, 'src') ?? '',
    description: attributeOf(tags.image, 'alt') ?? '',
    caption: decode(captionOf(tags).replaceAll(/<[^<>]*>/g, '')).trim(),
    size: isFull ? 'full' : isLine ? 'line' : (width ?? ''),
    dark: attributeOf(darkSource(tags), 'srcset') ?? '',
    link: attributeOf(tags.link, 'href') ?? '',
  };
}

/** What is in the caption, without the paragraph around all of it. */
const captionOf = ({ caption }: PictureTags): string =>
  /<figcaption[^<>]*>\s*(?:<p>)?(.*?)(?:<\/p>)?\s*<\/figcaption>$/is.exec(caption)?.[1] ?? '';

const darkSource = ({ sources }: PictureTags): string =>
  /<source\s[^<>]*prefers-color-scheme:\s*dark[^<>]*>/i.exec(sources)?.[0] ?? '';

/**
 * A picture with other settings. It stays Markdown as long as that can say them, and all that is not set keeps its bytes.
 *
 * @param isBlock whether it stands alone in its paragraph, so that it can be a figure
 */
export function changePicture(written: string, change: Partial<PictureSettings>, isBlock: boolean): string {
  const picture = readPicture(written);
  if (!picture) return written;
  const changed = Object.entries(change).filter(
    ([name, value]) => isSetting(name) && picture[name] !== value,
  );
  const next: Partial<PictureSettings> = Object.fromEntries(changed);
  if (changed.length === 0) return written;
  const parts = readMarkdown(written);
  const inMarkdown = parts && changeMarkdown(parts, next, picture, isBlock);
  if (inMarkdown !== undefined) return inMarkdown;
  const tags = readPictureTags(written) ?? pictureTagsOf(picture.address, picture.description);
  // What Markdown said is said again.
  const isTitled = parts !== undefined && parts.title !== '' && (!isBlock || parts.link !== '');
  const titled = isTitled
    ? withAttribute(tags.image, 'title', unescape(parts.title.slice(1, -1)))
    : tags.image;
  const needsFigure = parts !== undefined || Boolean(next.caption) || next.size === 'full';
  const framed = isBlock && needsFigure && tags.figure === '' ? inFigure(tags) : tags;
  return changeTags({ ...framed, image: titled }, parts ? { ...picture, ...next } : next);
}

const isSetting = (name: string): name is keyof PictureSettings =>
  ['address', 'description', 'caption', 'size', 'dark', 'link'].includes(name);

/** The picture as Markdown; undefined where that can't say it. */
function changeMarkdown(
  parts: MarkdownPicture,
  next: Partial<PictureSettings>,
  picture: PictureSettings,
  isBlock: boolean,
): string | undefined {
  const { size, dark, link, caption } = { ...picture, ...next };
  if (size !== '' || dark !== '' || (link !== '' && caption !== '' && isBlock)) return undefined;
  const description =
    next.description === undefined ? parts.description : inBrackets(plain(next.description));
  const target = next.address === undefined ? parts.address : inParentheses(next.address);
  const title = next.caption === undefined ? parts.title : inQuotes(next.caption);
  const shown = `![${description}](${target}${title === '' ? '' : ` ${title}`})`;
  if (link === '') return shown;
  return `[${shown}](${next.link === undefined ? parts.link : inParentheses(next.link)})`;
}

const inParentheses = (written: string): string => {
  const target = plain(written).replaceAll(/[<>]/g, encodeURIComponent);
  return /[\s()]/.test(target) ? `<${target}>` : target;
};

const inQuotes = (words: string): string =>
  plain(words) === '' ? '' : `"${plain(words).replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const inFigure = (tags: PictureTags): PictureTags => ({
  ...tags,
  ...{ figure: '<figure>', figureEnd: '</figure>' },
});

function changeTags(tags: PictureTags, next: Partial<PictureSettings>): string {
  let changed = { ...tags };
  if (next.address !== undefined) changed.image = withAttribute(changed.image, 'src', plain(next.address));
  if (next.description !== undefined)
    changed.image = withAttribute(changed.image, 'alt', plain(next.description));
  if (next.size !== undefined) changed = { ...changed, ...sized(changed, next.size) };
  if (next.dark !== undefined) changed = { ...changed, ...darkened(changed, plain(next.dark)) };
  if (next.link !== undefined) changed = { ...changed, ...linked(changed, plain(next.link)) };
  if (next.caption !== undefined && tags.figure !== '')
    changed.caption = captioned(changed.caption, plain(next.caption));
  return writePictureTags(changed);
}

const sized = ({ image: tag, figure }: PictureTags, size: string): Partial<PictureTags> => ({
  image: withAttribute(
    withAttribute(tag, 'width', /^\d/.test(size) ? size : undefined),
    'data-size',
    size === 'line' ? size : undefined,
  ),
  figure: figure === '' ? '' : withAttribute(figure, 'data-full-width', size === 'full' ? 'true' : undefined),
});

function darkened(tags: PictureTags, dark: string): Partial<PictureTags> {
  const old = darkSource(tags);
  if (dark === '') {
    const sources = tags.sources.replace(old, '');
    return sources.trim() === '' ? { sources: '', picture: '', pictureEnd: '' } : { sources };
  }
  if (old !== '') return { sources: tags.sources.replace(old, () => withAttribute(old, 'srcset', dark)) };
  const source = `<source srcset="${encode(dark)}" media="(prefers-color-scheme: dark)">`;
  return {
    sources: source + tags.sources,
    picture: tags.picture || '<picture>',
    pictureEnd: tags.pictureEnd || '</picture>',
  };
}

function linked({ link, linkEnd }: PictureTags, address: string): Partial<PictureTags> {
  if (address === '') return { link: '', linkEnd: '' };
  if (link === '') return { link: `<a href="${encode(address)}">`, linkEnd: '</a>' };
  return { link: withAttribute(link, 'href', address), linkEnd };
}

function captioned(written: string, caption: string): string {
  if (written === '') return caption === '' ? '' : `<figcaption>${encode(caption)}</figcaption>`;
  return written.replace(
    /^(\s*<figcaption[^<>]*>\s*)(<p>)?.*?(<\/p>)?(\s*<\/figcaption>)$/is,
    (_, start: string, open = '', close = '', end: string) =>
      start + (caption === '' ? '' : open + encode(caption) + close) + end,
  );
}

/** A picture in a line, by its place there. */
export interface PictureInLine extends TextRange {
  written: string;
  /** Whether it stands alone in its paragraph. */
  isBlock: boolean;
}

/**
 * The picture that a range of a line has, or that it begins with one.
 *
 * @param to its end, where what is selected is the picture alone
 */
export function pictureInLine(
  line: string,
  next: string | undefined,
  from: number,
  to?: number,
): PictureInLine | undefined {
  const start = /^[\s>]*/.exec(line)?.[0].length ?? 0;
  const written = line.slice(start).trimEnd();
  const end = start + written.length;
  if (from <= start && (to === undefined || to >= end) && readPicture(written)) {
    // HTML would take the lines that directly follow it with it.
    const isBlock = next === undefined || /^[\s>]*$|^\s*\{%/.test(next);
    return { from: start, to: end, written, isBlock };
  }
  pictureHere.lastIndex = from;
  const [found] = pictureHere.exec(line) ?? [];
  if (found === undefined || (to !== undefined && from + found.length !== to)) return undefined;
  return { from, to: from + found.length, written: found, isBlock: false };
}

/** The change of a picture at a position; undefined where there is none any more. */
export function changePictureAt(
  text: string,
  selected: TextRange,
  change: Partial<PictureSettings>,
): TextChange | undefined {
  const line = linesAround(text, { from: selected.from, to: selected.from });
  const [next] = text.slice(line.to + 1).split('\n', 1);
  const found = pictureInLine(
    text.slice(line.from, line.to),
    line.to < text.length ? next : undefined,
    selected.from - line.from,
    selected.from === selected.to ? undefined : selected.to - line.from,
  );
  if (!found) return undefined;
  const insert = changePicture(found.written, change, found.isBlock);
  return { from: line.from + found.from, to: line.from + found.to, insert };
}

/** Changes the picture that is selected. */
export const setPicture =
  (change: Partial<PictureSettings>): TextOperation =>
  (text, selected) => {
    const edit = changePictureAt(text, selected, change);
    if (!edit) return { from: selected.from, to: selected.from, insert: '', selection: selected };
    // It stays selected, with the signs before it.
    const grown = edit.insert.length - (edit.to - edit.from);
    return { ...edit, selection: { from: selected.from, to: Math.max(selected.from, selected.to + grown) } };
  };

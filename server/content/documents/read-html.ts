import { Lexer } from 'marked';
import { hrefOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { block, codeBlock, type Fields, fragment, paragraph, plainTextOf } from './nodes.ts';
import { fileOrUrl, readAttributes, readInline } from './read-inline.ts';
import { createTable, type TableCell, type TableColumn } from './table.ts';

/** HTML between the Markdown of a page: pictures and tables become blocks, the rest is shown literally. */
export function readHtml(html: string): DocumentNode[] {
  if (html.startsWith('<!--') && html.trimEnd().endsWith('-->')) return [];
  const blocks = html.length > MAX_LENGTH ? undefined : (readPictures(html) ?? readTable(html));
  return blocks ?? [{ ...codeBlock(html.trimEnd(), { syntax: 'html' }), source: html.trimEnd() }];
}

/** Longer HTML is shown literally. */
const MAX_LENGTH = 200_000;

const ELEMENT = /<(img|source)\b([^<>]*)>/gi;

/** One block with all pictures, if there is nothing else. */
function readPictures(html: string): DocumentNode[] | undefined {
  if (!/^\s*<(?:figure|picture|img|p|div)\b/i.test(html)) return undefined;
  const [before, caption, after] = splitCaption(html);
  if ((before + after).replaceAll(/<[^<>]*>/g, '').trim() !== '') return undefined;
  let dark: Fields | undefined;
  const images: DocumentNode[] = [];
  for (const [, name = '', attributes = ''] of html.matchAll(ELEMENT)) {
    const { src = '', srcset = '', media = '', alt, width, height } = readAttributes(attributes);
    if (name.toLowerCase() === 'source') dark = media.includes('dark') ? fileOrUrl(srcset) : dark;
    else if (src !== '') {
      const size = { ...lengthOf('width', width), ...lengthOf('height', height) };
      images.push(
        createImage({ ref: fileOrUrl(src), ...(dark && { refDark: dark }), alt, ...size }, caption),
      );
    }
  }
  if (images.length === 0) return undefined;
  const isFull = /\sdata-full-width="true"/i.test(html);
  const align = /\balign="(left|center|right)"/i.exec(html)?.[1];
  return [block('images', { ...(align && { align }), ...(isFull && { fullWidth: true }) }, images)];
}

/** The parts of a figure: the HTML before the caption, the caption, and the HTML after it. */
function splitCaption(html: string): [string, string, string] {
  const lower = html.toLowerCase();
  const start = lower.indexOf('<figcaption');
  const inner = start < 0 ? -1 : lower.indexOf('>', start) + 1;
  const end = inner <= 0 ? -1 : lower.indexOf('</figcaption', inner);
  return end < 0 ? [html, '', ''] : [html.slice(0, start), html.slice(inner, end), html.slice(end)];
}

const lengthOf = (name: string, value: string | undefined) =>
  /^\d{1,5}$/.test(value ?? '') ? { [name]: Number(value) } : {};

/** A picture among those of a block. `caption` is inline Markdown. */
export function createImage({ alt, ...data }: Fields, caption: string): DocumentNode {
  const nodes = caption.trim() === '' ? [] : readInline(Lexer.lexInline(caption.trim()));
  return {
    object: 'block',
    type: 'image',
    isVoid: true,
    data: { ...data, ...(typeof alt === 'string' && { alt }) },
    fragments: nodes.length === 0 ? [] : [fragment('caption', [paragraph(nodes)])],
  };
}

const TABLE_TAG = /<(\/?)(table|tr|th|td)\b([^<>]*)>/gi;
const TYPES: ReadonlySet<string> = new Set(['checkbox', 'rating', 'number', 'content-ref']);

interface Row {
  cells: { attributes: string; html: string; isHeader: boolean }[];
}

function readTable(html: string): DocumentNode[] | undefined {
  if (!/^\s*<table\b/i.test(html)) return undefined;
  const [table = {}, rows] = readRows(html);
  const [head, ...others] = rows;
  if (!head) return undefined;
  const hasHeader = head.cells.some(({ isHeader }) => isHeader);
  const body = hasHeader ? others : rows;
  const columns = head.cells.map(({ attributes, html: cell }): TableColumn => {
    const attributeValues = readAttributes(attributes);
    const isBoolean = (name: string) => new RegExp(`\\s${name}(?=[\\s=]|$)`, 'i').test(attributes);
    const isTarget = isBoolean('data-card-target');
    const isCover = isBoolean('data-card-cover');
    const dataType = attributeValues['data-type'] ?? '';
    return {
      title: hasHeader ? plainTextOf(readInline(Lexer.lexInline(cell))).trim() : '',
      type: isTarget ? 'content-ref' : isCover ? 'image' : TYPES.has(dataType) ? dataType : 'text',
      isTarget,
      isCover,
      isHidden: isBoolean('data-hidden'),
    };
  });
  const cards = table['data-view'] === 'cards';
  const cells = body.map((row) =>
    columns.map((column, index) => toCell(column, row.cells[index]?.html ?? '')),
  );
  return [createTable(columns, cells, { cards, hideHeader: !hasHeader })];
}

function toCell({ type }: TableColumn, html: string): TableCell {
  const nodes = readInline(Lexer.lexInline(html.trim()));
  const [first] = nodes.filter((node) => node.type === 'link' || node.type === 'inline-image');
  const href = first && hrefOf(first.data?.ref);
  const plain = plainTextOf(nodes).trim();
  switch (type) {
    case 'content-ref':
    case 'image':
      return { href: href ?? '' };
    case 'checkbox':
      return { value: plain === 'true' };
    case 'rating':
    case 'number':
      return { value: Number.isFinite(Number(plain)) && plain !== '' ? Number(plain) : null };
    default:
      return { nodes };
  }
}

function readRows(html: string): [Readonly<Record<string, string | undefined>> | undefined, Row[]] {
  let table: Readonly<Record<string, string | undefined>> | undefined;
  const rows: Row[] = [];
  let position = 0;
  let isInCell = false;
  for (const match of html.matchAll(TABLE_TAG)) {
    const [all, slash, element = '', attributes = ''] = match;
    const name = element.toLowerCase();
    const cell = rows.at(-1)?.cells.at(-1);
    if (isInCell && cell && name !== 'table') {
      cell.html = html.slice(position, match.index);
      isInCell = false;
    }
    if (slash !== '') continue;
    if (name === 'table') table ??= readAttributes(attributes);
    else if (name === 'tr') rows.push({ cells: [] });
    else {
      rows.at(-1)?.cells.push({ attributes, html: '', isHeader: name === 'th' });
      isInCell = rows.length > 0;
      position = match.index + all.length;
    }
  }
  return [table, rows];
}

import { listEntries } from '#api/blocks/attributes.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { nearestTone } from './author-styles.ts';
import { escapeHtml } from './escape.ts';
import { type HtmlRow, type HtmlTable, readHtmlTable } from './html-table.ts';
import type { HtmlWriter, StartTag } from './html-writer.ts';
import { imageStart, writeRawHtml } from './raw-html.ts';
import { harmlessUrl } from './urls.ts';

interface Column {
  title: string;
  type: string;
  isTarget: boolean;
  isCover: boolean;
  isDarkCover: boolean;
  isHidden: boolean;
  options: readonly { value: string; label: string; color: string }[];
}

/** Writes a table whose columns have types; false for other HTML. */
export function writeTypedTable(writer: HtmlWriter, html: string): boolean {
  if (!/^\s*<table\b/i.test(html) || !/\sdata-(?:view|type|hidden|card)/i.test(html)) return false;
  const table = readHtmlTable(html);
  const [head, ...rows] = table?.rows ?? [];
  if (!table || !head?.some(({ isHeader }) => isHeader)) return false;
  const columns = head.map(({ attributes, html: cell }) => toColumn(attributes, cell));
  if (table.attributes.get('data-view') === 'cards') writeCards(writer, columns, rows, table);
  else writeRows(writer, columns, rows);
  return true;
}

function toColumn(attributes: ReadonlyMap<string, string>, cell: string): Column {
  const has = (name: string) => attributes.has(name) && attributes.get(name) !== 'false';
  const options = Array.from(cell.matchAll(/<option\b([^<>]*)>([^<]*)/gi), ([, written = '', text = '']) => {
    const value = /\bvalue="([^"]*)"/i.exec(written)?.[1] ?? text;
    const label = /\blabel="([^"]*)"/i.exec(written)?.[1] ?? (text.trim() || value);
    const color = /\bcolor="([^"]*)"/i.exec(written)?.[1] ?? '';
    return { value: decodeEntities(value), label: decodeEntities(label), color: decodeEntities(color) };
  });
  return {
    title: cell.replace(/<select\b[\s\S]*?(?:<\/select>|$)/i, ''),
    type: attributes.get('data-type') ?? '',
    isTarget: has('data-card-target'),
    isCover: has('data-card-cover'),
    isDarkCover: has('data-card-cover-dark'),
    isHidden: has('data-hidden'),
    options,
  };
}

function writeCards(
  writer: HtmlWriter,
  columns: readonly Column[],
  rows: readonly HtmlRow[],
  { attributes }: HtmlTable,
): void {
  const size = attributes.get('data-card-size') === 'large' ? ' large' : '';
  const shown = [...columns.entries()].filter(
    ([, column]) => !column.isHidden && !column.isCover && !column.isDarkCover,
  );
  const addressOf = (row: HtmlRow, isWanted: (column: Column) => boolean): string | undefined => {
    const at = columns.findIndex(isWanted);
    return at < 0 ? undefined : hrefOf(row[at]?.html ?? '');
  };
  writer.element(
    'div',
    [` class="card-grid${size}"`],
    () => {
      for (const row of rows) {
        const target = harmlessUrl(addressOf(row, ({ isTarget }) => isTarget) ?? '', 'link');
        const cover = harmlessUrl(addressOf(row, ({ isCover }) => isCover) ?? '', 'image');
        const dark = harmlessUrl(addressOf(row, ({ isDarkCover }) => isDarkCover) ?? '', 'image');
        const write = () => {
          if (cover !== undefined) writeCover(writer, cover, dark);
          for (const [at, column] of shown) {
            if ((row[at]?.html ?? '').trim() === '') continue;
            writer.element('div', [], () => writeCell(writer, column, row[at]?.html ?? ''), true);
          }
        };
        const isLink = target !== undefined && !writer.isInside('a');
        const start: StartTag = isLink
          ? [' class="card"', { kind: 'link', href: target }]
          : [' class="card"'];
        writer.element(isLink ? 'a' : 'div', start, write, true);
      }
    },
    true,
  );
}

function writeCover(writer: HtmlWriter, cover: string, dark: string | undefined): void {
  const image = () => writer.empty('img', imageStart(cover, ''));
  if (dark === undefined) image();
  else {
    writer.element('picture', [], () => {
      const start: StartTag = [
        { kind: 'image', href: dark, isSource: true },
        ' media="(prefers-color-scheme: dark)"',
      ];
      writer.empty('source', start);
      image();
    });
  }
}

function writeRows(writer: HtmlWriter, columns: readonly Column[], rows: readonly HtmlRow[]): void {
  const shown = [...columns.entries()].filter(([, { isHidden }]) => !isHidden);
  const table = () => {
    writer.element(
      'thead',
      [],
      () => {
        writer.element('tr', [], () => {
          for (const [, { title }] of shown) {
            const name = title.replaceAll(/<[^<>]*>/g, '').trim() === '' ? 'td' : 'th';
            const start = name === 'th' ? ' scope="col"' : '';
            writer.element(name, [start], () => writeRawHtml(writer, title, { isInline: true }), true);
          }
        });
      },
      true,
    );
    const body = () => {
      for (const row of rows) {
        writer.element(
          'tr',
          [],
          () => {
            for (const [at, column] of shown) {
              writer.element('td', [], () => writeCell(writer, column, row[at]?.html ?? ''), true);
            }
          },
          true,
        );
      }
    };
    if (rows.length > 0) writer.element('tbody', [], body, true);
  };
  const start: StartTag = [' class="table" role="group" tabindex="0" aria-label="', { label: 'table' }, '"'];
  writer.element('div', start, () => writer.element('table', [], table, true), true);
}

const MAX_RATING = 10;

/** The value of a cell by the type of its column. */
function writeCell(writer: HtmlWriter, { type, options }: Column, html: string): void {
  const plain = decodeEntities(html.replaceAll(/<[^<>]*>/g, '')).trim();
  if (type === 'checkbox') writer.text(/^true$/i.test(plain) ? '☑' : '☐');
  else if (type === 'rating' && /^\d{1,3}(?:\.\d+)?$/.test(plain)) {
    const stars = Math.min(MAX_RATING, Math.round(Number(plain)));
    writer.text(`${'★'.repeat(stars)}${'☆'.repeat(Math.max(0, 5 - stars))}`);
  } else if (type === 'select') {
    // A cell names its options, or has their names beside what they show.
    const named = Array.from(html.matchAll(/\bdata-option="([^"]*)"/gi), ([, value = '']) =>
      decodeEntities(value),
    );
    for (const value of named.length > 0 ? named : listEntries(plain)) {
      const option = options.find((candidate) => candidate.value === value);
      const tone = nearestTone(option?.color ?? '');
      const start = ` class="select${tone === undefined ? '' : ` back-${tone}`}"`;
      writer.element('span', [start], () => writer.text(escapeHtml(option?.label ?? value)));
      writer.text(' ');
    }
  } else if (type === 'image') {
    const href = harmlessUrl(hrefOf(html) ?? '', 'image');
    if (href === undefined) writer.text(escapeHtml(plain));
    else writer.empty('img', imageStart(href, ''));
  } else writeRawHtml(writer, html, { isInline: false });
}

/** The first address in a cell. */
function hrefOf(html: string): string | undefined {
  const [, double, single] =
    /<(?:a|img)\b[^<>]*?\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(html) ?? [];
  const href = double ?? single;
  return href === undefined ? undefined : decodeEntities(href);
}

import { hrefOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { type Fields, fieldsOf, textOf } from './nodes.ts';
import { escapeAttribute, escapeHtml, writeInline } from './write-inline.ts';

interface Column {
  id: string;
  title: string;
  type: string;
  align: string;
}

/** A table as Markdown; cards, and columns that are not of texts, as HTML. */
export function writeTable({ data, fragments = [] }: DocumentNode): string {
  const { view, records, definition } = fieldsOf(data);
  const viewFields = fieldsOf(view);
  const columns = Object.entries(fieldsOf(definition)).map(([id, column]): Column => {
    const { title, type, textAlignment } = fieldsOf(column);
    return { id, title: textOf(title), type: textOf(type), align: textOf(textAlignment) };
  });
  const texts = new Map(fragments.map((part) => [textOf(part.fragment), part.nodes ?? []]));
  const rows = Object.values(fieldsOf(records))
    .map(fieldsOf)
    .toSorted((a, b) => (textOf(a.orderIndex) < textOf(b.orderIndex) ? -1 : 1))
    .map(({ values }) => fieldsOf(values));
  if (columns.length === 0) return '';
  const isPlain =
    viewFields.type !== 'cards' &&
    viewFields.hideHeader !== true &&
    columns.every(({ type }) => type === 'text');
  return isPlain ? writeGrid(columns, rows, texts) : writeHtml({ columns, rows, texts, view: viewFields });
}

type Texts = ReadonlyMap<string, readonly DocumentNode[]>;

function writeGrid(columns: readonly Column[], rows: readonly Fields[], texts: Texts): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const title = (text: string) => writeInline([plain(text)], { isCell: true }).trim();
  const rule = ({ align }: Column) => (align === 'center' ? ':-:' : align === 'right' ? '-:' : '-');
  const cell = (value: unknown) =>
    (texts.get(textOf(value)) ?? [])
      .map(({ nodes = [] }) => writeInline(nodes, { isCell: true }).trim())
      .join('<br>');
  return [
    line(columns.map((column) => title(column.title))),
    line(columns.map(rule)),
    ...rows.map((values) => line(columns.map(({ id }) => cell(values[id])))),
  ].join('\n');
}

const plain = (text: string): DocumentNode => ({
  object: 'text',
  type: 'text',
  leaves: [{ object: 'leaf', text, marks: [] }],
});

function writeHtml({
  columns,
  rows,
  texts,
  view,
}: {
  columns: readonly Column[];
  rows: readonly Fields[];
  texts: Texts;
  view: Fields;
}): string {
  const visible = Array.isArray(view.columns) ? view.columns : columns.map(({ id }) => id);
  const head = columns.map(({ id, title, type }) => {
    const isCard =
      id === view.targetDefinition
        ? ' data-card-target'
        : id === view.coverDefinition
          ? ' data-card-cover'
          : '';
    const typeAttribute = type === 'text' || type === 'image' ? '' : ` data-type="${escapeAttribute(type)}"`;
    return `<th${typeAttribute}${isCard}${visible.includes(id) ? '' : ' data-hidden'}>${escapeHtml(title)}</th>`;
  });
  const cell = ({ id, type }: Column, values: Fields): string => {
    const value = values[id];
    const blocks = typeof value === 'string' ? texts.get(value) : undefined;
    if (blocks) return blocks.map(({ nodes = [] }) => writeInline(nodes, { isHtml: true })).join('<br>');
    if (typeof value === 'object' && value !== null) {
      const href = hrefOf(fieldsOf(value).ref ?? value);
      return type === 'image'
        ? `<img src="${escapeAttribute(href)}">`
        : `<a href="${escapeAttribute(href)}">${escapeHtml(href)}</a>`;
    }
    return value === undefined || value === null ? '' : escapeHtml(String(value));
  };
  const body = rows.map(
    (values) => `<tr>${columns.map((column) => `<td>${cell(column, values)}</td>`).join('')}</tr>`,
  );
  const cards = view.type === 'cards' ? ' data-view="cards"' : '';
  const header =
    view.type !== 'cards' && view.hideHeader === true ? '' : `<thead><tr>${head.join('')}</tr></thead>`;
  return `<table${cards}>${header}<tbody>${body.join('')}</tbody></table>`;
}

/** Tables stored as records, with the cells' rich text beside them. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { element } from './document-blocks.ts';
import { type JsonObject, isJsonObject } from './json-object.ts';

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Converters of what is in a cell. */
interface CellConverters {
  blocksOf: (nodes: readonly JsonObject[]) => DocumentNode[];
  toLink: (ref: unknown, nodes: DocumentNode[]) => DocumentNode;
  toImage: (data: JsonObject) => DocumentNode;
}

/** A table, or cards of its rows. */
export function toTable(
  { data, fragments }: JsonObject,
  { blocksOf, toLink, toImage }: CellConverters,
): DocumentNode {
  const { definition, records, view } = fieldsOf(data);
  const columns = Object.entries(fieldsOf(definition));
  const order = listOf(fieldsOf(view).columns);
  const orderedColumns =
    order.length > 0 ? order.flatMap((id) => columns.filter(([column]) => column === id)) : columns;
  const texts = new Map(
    listOf(fragments)
      .filter(isJsonObject)
      .map((fragment) => [fragment.fragment, listOf(fragment.nodes).filter(isJsonObject)]),
  );
  const cellOf = (value: unknown): DocumentNode[] => {
    const blocks = texts.get(value);
    if (blocks)
      return blocksOf(blocks).flatMap((block, index) => [
        ...(index > 0 ? [{ type: 'break' }] : []),
        ...(block.nodes ?? [{ type: 'text', text: block.text ?? '', marks: ['code'] }]),
      ]);
    const { kind, ref } = fieldsOf(value);
    if (typeof kind === 'string') return [toLink(value, [])];
    return ref === undefined ? [{ type: 'text', text: cellText(value) }] : [toImage(fieldsOf(value))];
  };
  const cell = (nodes: DocumentNode[], header: boolean, column: unknown): DocumentNode => {
    const { textAlignment: align } = fieldsOf(column);
    const aligned = align === 'center' || align === 'right' ? { align } : {};
    return { type: 'table-cell', header, ...aligned, nodes };
  };
  const head = orderedColumns.map(([, column]) =>
    cell([{ type: 'text', text: cellText(fieldsOf(column).title) }], true, column),
  );
  const rows = Object.values(fieldsOf(records))
    .filter(isJsonObject)
    .toSorted((a, b) => cellText(a.orderIndex).localeCompare(cellText(b.orderIndex)))
    .map(({ values }) => fieldsOf(values));
  const { type, coverDefinition: cover, targetDefinition: target, hideHeader } = fieldsOf(view);
  if (type === 'cards') {
    const cards = rows.map((values) => {
      const fields = orderedColumns.filter(([id]) => id !== cover && id !== target).map(([id]) => id);
      const parts = [cover, ...fields, target].flatMap((id) => {
        const value = typeof id === 'string' ? values[id] : undefined;
        return value === undefined || value === null ? [] : [element('div', [], cellOf(value))];
      });
      return element('div', ['card'], parts);
    });
    return element('div', ['card-grid'], cards);
  }
  const body = rows.map((values) =>
    orderedColumns.map(([id, column]) => cell(cellOf(values[id]), false, column)),
  );
  const lines = hideHeader === true ? body : [head, ...body];
  return { type: 'table', nodes: lines.map((nodes) => ({ type: 'table-row', nodes })) };
}

function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '☑' : '☐';
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

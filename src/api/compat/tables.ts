/** Tables stored as records, with the cells' rich text beside them. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { type JsonObject, isJsonObject } from './json-object.ts';

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** @param toNodes parses a cell's content */
export function toTable(
  { data, fragments }: JsonObject,
  toNodes: (node: JsonObject) => DocumentNode[],
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
      return blocks
        .flatMap(toNodes)
        .flatMap((block, index) => [
          ...(index > 0 ? [{ type: 'break' }] : []),
          ...(block.nodes ?? [{ type: 'text', text: block.text ?? '', marks: ['code'] }]),
        ]);
    return [{ type: 'text', text: cellText(value) }];
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
    .map(({ values }) =>
      orderedColumns.map(([id, column]) => cell(cellOf(fieldsOf(values)[id]), false, column)),
    );
  return { type: 'table', nodes: [head, ...rows].map((nodes) => ({ type: 'table-row', nodes })) };
}

function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '☑' : '☐';
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

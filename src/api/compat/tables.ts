/** Tables that are kept as records of values, with the texts of their cells beside them. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { type Fields, isFields } from './fields.ts';

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** @param toNodes reads what stands in a cell */
export function toTable(
  { data, fragments }: Fields,
  toNodes: (node: Fields) => DocumentNode[],
): DocumentNode {
  const { definition, records, view } = fieldsOf(data);
  const columns = Object.entries(fieldsOf(definition));
  const order = listOf(fieldsOf(view).columns);
  const shown =
    order.length > 0 ? order.flatMap((id) => columns.filter(([column]) => column === id)) : columns;
  const texts = new Map(
    listOf(fragments)
      .filter(isFields)
      .map((fragment) => [fragment.fragment, listOf(fragment.nodes).filter(isFields)]),
  );
  const cellOf = (value: unknown): DocumentNode[] => {
    const blocks = texts.get(value);
    if (blocks) return blocks.flatMap(toNodes).flatMap(({ nodes = [] }) => nodes);
    return [{ type: 'text', text: inWords(value) }];
  };
  const cell = (nodes: DocumentNode[], header: boolean): DocumentNode => ({
    type: 'table-cell',
    header,
    nodes,
  });
  const head = shown.map(([, column]) =>
    cell([{ type: 'text', text: inWords(fieldsOf(column).title) }], true),
  );
  const rows = Object.values(fieldsOf(records))
    .filter(isFields)
    .toSorted((a, b) => inWords(a.orderIndex).localeCompare(inWords(b.orderIndex)))
    .map(({ values }) => shown.map(([id]) => cell(cellOf(fieldsOf(values)[id]), false)));
  return { type: 'table', nodes: [head, ...rows].map((nodes) => ({ type: 'table-row', nodes })) };
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? '☑' : '☐';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

import { refOf } from '#api/blocks/references.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { fragment, paragraph } from './nodes.ts';
import { fileOrUrl } from './read-inline.ts';

/** A column of a table, or a field of its cards. */
export interface TableColumn {
  title: string;
  type: string;
  align?: 'left' | 'center' | 'right' | null;
  /** Whether cards lead there. */
  isTarget?: boolean;
  /** Whether it has the pictures of cards. */
  isCover?: boolean;
  isHidden?: boolean;
}

/** Inline nodes, an address, or a value. */
export interface TableCell {
  nodes?: DocumentNode[];
  href?: string;
  value?: boolean | number | null;
}

/** A table: its records have the values, texts are in fragments that these name. */
export function createTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  { cards = false, hideHeader = false }: { cards?: boolean; hideHeader?: boolean } = {},
): DocumentNode {
  const ids = columns.map((_, index) => `column-${index + 1}`);
  const fragments: DocumentNode[] = [];
  const records = rows.map((row, position) => {
    const values = columns.flatMap(({ type }, index): (readonly [string, unknown])[] => {
      const { nodes, href = '', value } = row[index] ?? {};
      const id = ids[index] ?? '';
      if (type === 'content-ref') return href === '' ? [] : [[id, refOf(href)] as const];
      if (type === 'image') return href === '' ? [] : [[id, { ref: fileOrUrl(href) }] as const];
      if (type !== 'text') return value === null || value === undefined ? [] : [[id, value] as const];
      const name = `cell-${position + 1}-${index + 1}`;
      fragments.push(fragment('table-cell', [paragraph(nodes ?? [])], name));
      return [[id, name] as const];
    });
    const orderIndex = String(position + 1).padStart(6, '0');
    return [`row-${position + 1}`, { orderIndex, values: Object.fromEntries(values) }] as const;
  });
  const definition = columns.map(({ title, type, align }, index) => {
    const id = ids[index] ?? '';
    const settings =
      type === 'text' ? { textAlignment: align ?? 'left' } : type === 'rating' ? { max: 5 } : {};
    return [id, { id, title, type, ...settings }] as const;
  });
  const visibleIds = ids.filter((_, index) => columns[index]?.isHidden !== true);
  const target = ids[columns.findIndex(({ isTarget }) => isTarget === true)];
  const cover = ids[columns.findIndex(({ isCover }) => isCover === true)];
  const view = cards
    ? {
        type: 'cards',
        cardSize: 'medium',
        columns: visibleIds,
        ...(target !== undefined && { targetDefinition: target }),
        ...(cover !== undefined && { coverDefinition: cover }),
      }
    : { type: 'grid', columns: visibleIds, hideHeader };
  const data = { view, records: Object.fromEntries(records), definition: Object.fromEntries(definition) };
  return { object: 'block', type: 'table', isVoid: true, data, fragments };
}

import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { isActionable, type PlannedStep } from '#src/components/bulk/batch.ts';
import {
  isSameValue,
  parseValue,
  serializeValue,
  formatValue,
} from '#src/features/custom-fields/cell-values.ts';
import { fieldTitle } from '#src/features/custom-fields/labels.ts';
import type { SpaceChange } from '#src/features/custom-fields/value-changes.ts';
import { groupBy } from '#src/lib/arrays.ts';
import type { Table } from '#src/lib/text/csv.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { countExtraCells, type IgnoredColumn, matchColumns } from '#src/lib/text/table-columns.ts';
import type { CellPosition } from './use-matrix.ts';

const idHeading = 'space id';
const titleHeading = 'space';

/** Values of spaces as rows of a file, header first. */
export function matrixToRows(all: readonly SpaceFieldValues[], fields: readonly CustomField[]): string[][] {
  return [
    [idHeading, titleHeading, ...fields.map(({ name }) => name)],
    ...all.map(({ space, values }) => [
      space.id,
      space.title,
      ...fields.map(({ name }) => serializeValue(values[name])),
    ]),
  ];
}

/** Context of an import plan. */
export interface ImportContext {
  all: readonly SpaceFieldValues[];
  fields: readonly CustomField[];
  /** Empty cells clear values instead of leaving them unchanged. */
  blanksClear: boolean;
}

/** The column index of each field in the file. */
export type FieldColumns = readonly { field: CustomField; index: number }[];

/** A parsed header row. */
export interface ParsedHeader {
  columns: FieldColumns;
  /** Column indexes of space id and title; undefined if missing. */
  idAt: number | undefined;
  titleAt: number | undefined;
  ignored: IgnoredColumn[];
  /** Why the file can't be imported; null if it can. */
  error: string | null;
}

/** A table whose columns are read under other headings, by column index. */
export function withHeadings(table: Table, chosen: ReadonlyMap<number, string>): Table {
  return { ...table, headings: table.headings.map((heading, index) => chosen.get(index) ?? heading) };
}

/** The allowed column names. */
export const allowedHeadings = (fields: readonly CustomField[]): string[] => [
  idHeading,
  titleHeading,
  ...fields.map(({ name }) => name),
];

/** Matches columns to fields by name, then by title. */
export function parseHeader(table: Table, fields: readonly CustomField[]): ParsedHeader {
  const find = (heading: string) => {
    const text = heading.toLowerCase();
    if (text === idHeading || text === titleHeading) return text;
    return (
      fields.find(({ name }) => name === text) ??
      fields.find((field) => fieldTitle(field).toLowerCase() === text)
    );
  };
  const { indexes, ignored } = matchColumns<CustomField | typeof idHeading | typeof titleHeading>(
    table,
    find,
    allowedHeadings(fields),
  );
  const columns = fields.flatMap((field) => {
    const index = indexes.get(field);
    return index === undefined ? [] : [{ field, index }];
  });
  const [idAt, titleAt] = [indexes.get(idHeading), indexes.get(titleHeading)];
  const problem =
    table.error ??
    (idAt === undefined && titleAt === undefined
      ? `The header row needs a column “${idHeading}” or “${titleHeading}”.`
      : columns.length === 0
        ? 'No column matches a custom field.'
        : null);
  return { columns, idAt, titleAt, ignored, error: problem };
}

/** Whether a column is read as what an allowed heading names. */
export function isRead({ columns, idAt, titleAt }: ParsedHeader, heading: string): boolean {
  if (heading === idHeading) return idAt !== undefined;
  if (heading === titleHeading) return titleAt !== undefined;
  return columns.some(({ field }) => field.name === heading);
}

/** Plans an import, one step per row. */
export function planImport(table: Table, context: ImportContext): PlannedStep<SpaceChange>[] {
  const headings = parseHeader(table, context.fields);
  if (headings.error !== null) return [];
  const find = createSpaceFinder(headings, context.all);
  const usedNames = new Set<string>();
  return table.lines.map(({ line, cells }) => {
    const beyond = countExtraCells(table.headings, cells);
    const first = cells.find(Boolean) ?? '';
    if (beyond > 0)
      return rejectedStep(
        line,
        first,
        `${formatCount(beyond, 'cell')} beyond the last column. Quote values that contain commas.`,
      );
    const column = find(cells);
    if (typeof column === 'string') return rejectedStep(line, first, column);
    const { id, title } = column.space;
    if (usedNames.has(id)) return rejectedStep(line, title, 'This space is already in an earlier row.');
    usedNames.add(id);
    const step = planLine(line, cells, column, headings.columns, context.blanksClear);
    const titled = headings.idAt === undefined ? '' : (cells[headings.titleAt ?? -1] ?? '');
    if (titled === '' || titled === title || !isActionable(step)) return step;
    return { ...step, warning: `In the file, this space is called “${titled}”.` };
  });
}

/**
 * Plans the changes of one row for one space.
 *
 * @param number row number from 1
 * @param columns cell index of each field
 */
function planLine(
  number: number,
  line: readonly string[],
  row: SpaceFieldValues,
  columns: FieldColumns,
  blanksClear: boolean,
): PlannedStep<SpaceChange> {
  const { space, values, canEdit } = row;
  const change: SpaceChange = { spaceId: space.id, title: space.title, before: {}, after: {} };
  const changesText: string[] = [];
  for (const { field, index } of columns) {
    const text = line[index] ?? '';
    if (text === '' && !blanksClear) continue;
    const parsed = parseValue(field, text);
    if ('problem' in parsed)
      return rejectedStep(number, space.title, `${fieldTitle(field)}: ${parsed.problem}`);
    const before = values[field.name] ?? null;
    if (isSameValue(before, parsed.value)) continue;
    change.before[field.name] = before;
    change.after[field.name] = parsed.value;
    changesText.push(
      `${fieldTitle(field)}: ${formatValue(before ?? undefined) || '–'} → ${formatValue(parsed.value ?? undefined) || '–'}`,
    );
  }
  const step = { id: String(number), item: change, name: space.title };
  if (changesText.length === 0) return { ...step, action: 'skip', description: 'No changes.' };
  if (!canEdit) return { ...step, action: 'block', description: 'You can’t edit this space.' };
  const isNew = Object.values(change.before).every((value) => value === null);
  return { ...step, action: isNew ? 'create' : 'change', description: changesText.join('; ') };
}

/**
 * A row that can't be imported, with the reason.
 *
 * @param number row number from 1
 */
function rejectedStep(number: number, name: string, reason: string): PlannedStep<SpaceChange> {
  const item = { spaceId: '', title: name, before: {}, after: {} };
  return { id: String(number), item, name: name || `Row ${number}`, action: 'block', description: reason };
}

/** Finds a row's space by id, or by title if it is unique; returns an error message otherwise. */
function createSpaceFinder({ idAt = -1, titleAt = -1 }: ParsedHeader, all: readonly SpaceFieldValues[]) {
  const byId = new Map(all.map((row) => [row.space.id, row]));
  const byTitle = groupBy(all, ({ space }) => space.title);
  return (line: readonly string[]): SpaceFieldValues | string => {
    const id = line[idAt] ?? '';
    if (id !== '') return byId.get(id) ?? 'Space not found, or you don’t have access.';
    const title = line[titleAt] ?? '';
    if (title === '') return 'Space ID or title is missing.';
    const [first, second] = byTitle.get(title) ?? [];
    if (second) return 'Several spaces have this title. Use the space ID.';
    return first ?? 'No space with this title, or you don’t have access.';
  };
}

/** Pasted cells and the cell they start at. */
export interface PastedCells {
  cells: readonly (readonly string[])[];
  start: CellPosition;
}

/** Number of pasted cells. */
export const countCells = ({ cells }: PastedCells): number =>
  cells.reduce((count, line) => count + line.length, 0);

/**
 * Plans a paste, one step per row. Empty cells clear values, as in a spreadsheet; a row with an invalid value changes
 * nothing.
 *
 * @param rows the loaded spaces of the matrix, in order
 */
export function planPaste(
  { cells, start }: PastedCells,
  rows: readonly SpaceFieldValues[],
  fields: readonly CustomField[],
): PlannedStep<SpaceChange>[] {
  return cells.map((line, index) => {
    const row = rows[start.row + index];
    if (!row) return rejectedStep(index + 1, line.filter(Boolean)[0] ?? '', 'No space in this row.');
    const first = start.col - 1;
    const beyond = line.slice(fields.length - first).filter(Boolean).length;
    if (beyond > 0)
      return rejectedStep(index + 1, row.space.title, `Cells beyond the last field: ${beyond}.`);
    const columns = fields.slice(first, first + line.length).map((field, step) => ({ field, index: step }));
    return planLine(index + 1, line, row, columns, true);
  });
}

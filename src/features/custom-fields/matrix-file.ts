import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { isDoable, type PlannedStep } from '#src/components/bulk/planned-step.ts';
import { countOf } from '#src/lib/counts.ts';
import type { Table } from '#src/lib/csv.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { cellsBeyond, type IgnoredColumn, matchColumns } from '#src/lib/table-columns.ts';
import { isSameValue, readValue, valueText, valueWords } from './cell-values.ts';
import { fieldTitle } from './field-words.ts';
import type { SpaceChange } from './value-changes.ts';

const idHeading = 'space id';
const titleHeading = 'space';

/** The values of spaces as the rows of a file, its headings first. */
export function matrixRows(all: readonly SpaceFieldValues[], fields: readonly CustomField[]): string[][] {
  return [
    [idHeading, titleHeading, ...fields.map(({ name }) => name)],
    ...all.map(({ space, values }) => [
      space.id,
      space.title,
      ...fields.map(({ name }) => valueText(values[name])),
    ]),
  ];
}

/** What is known while a file is planned. */
export interface ImportContext {
  all: readonly SpaceFieldValues[];
  fields: readonly CustomField[];
  /** An empty cell takes the value away; else it leaves it. */
  blanksClear: boolean;
}

/** The column of each field that a file has. */
export type FieldColumns = readonly { field: CustomField; at: number }[];

/** What a file's headings say. */
export interface Headings {
  columns: FieldColumns;
  /** Where the id and the title of the space stand; undefined where they do not. */
  idAt: number | undefined;
  titleAt: number | undefined;
  ignored: IgnoredColumn[];
  /** Why nothing can be done with the file; null where something can. */
  problem: string | null;
}

/** The headings that a file may have. */
export const knownHeadings = (fields: readonly CustomField[]): string[] => [
  idHeading,
  titleHeading,
  ...fields.map(({ name }) => name),
];

/** Finds the fields of a file by name, else by title. */
export function readHeadings(table: Table, fields: readonly CustomField[]): Headings {
  const find = (heading: string) => {
    const text = heading.toLowerCase();
    if (text === idHeading || text === titleHeading) return text;
    return (
      fields.find(({ name }) => name === text) ?? fields.find((one) => fieldTitle(one).toLowerCase() === text)
    );
  };
  const { at, ignored } = matchColumns<CustomField | typeof idHeading | typeof titleHeading>(
    table,
    find,
    knownHeadings(fields),
  );
  const columns = fields.flatMap((field) => {
    const place = at.get(field);
    return place === undefined ? [] : [{ field, at: place }];
  });
  const [idAt, titleAt] = [at.get(idHeading), at.get(titleHeading)];
  const problem =
    table.problem ??
    (idAt === undefined && titleAt === undefined
      ? `The header row needs a column “${idHeading}” or “${titleHeading}”.`
      : columns.length === 0
        ? 'No column matches a custom field.'
        : null);
  return { columns, idAt, titleAt, ignored, problem };
}

/** What a file would change, one step for each of its lines. */
export function planImport(table: Table, context: ImportContext): PlannedStep<SpaceChange>[] {
  const headings = readHeadings(table, context.fields);
  if (headings.problem !== null) return [];
  const find = finderOf(headings, context.all);
  const seen = new Set<string>();
  return table.lines.map(({ line, cells }) => {
    const beyond = cellsBeyond(table.headings, cells);
    const first = cells.find(Boolean) ?? '';
    if (beyond > 0)
      return refusal(
        line,
        first,
        `${countOf(beyond, 'cell')} beyond the last column. Quote values that contain commas.`,
      );
    const found = find(cells);
    if (typeof found === 'string') return refusal(line, first, found);
    const { id, title } = found.space;
    if (seen.has(id)) return refusal(line, title, 'This space is already in an earlier row.');
    seen.add(id);
    const step = planLine(line, cells, found, headings.columns, context.blanksClear);
    const titled = headings.idAt === undefined ? '' : (cells[headings.titleAt ?? -1] ?? '');
    if (titled === '' || titled === title || !isDoable(step)) return step;
    return { ...step, warning: `In the file, this space is called “${titled}”.` };
  });
}

/**
 * What one line of values would change in one space.
 *
 * @param number of the line, from 1
 * @param columns which cell of the line is for which field
 */
export function planLine(
  number: number,
  line: readonly string[],
  row: SpaceFieldValues,
  columns: FieldColumns,
  blanksClear: boolean,
): PlannedStep<SpaceChange> {
  const { space, values, canEdit } = row;
  const change: SpaceChange = { spaceId: space.id, title: space.title, before: {}, after: {} };
  const said: string[] = [];
  for (const { field, at } of columns) {
    const text = line[at] ?? '';
    if (text === '' && !blanksClear) continue;
    const read = readValue(field, text);
    if ('problem' in read) return refusal(number, space.title, `${fieldTitle(field)}: ${read.problem}`);
    const before = values[field.name] ?? null;
    if (isSameValue(before, read.value)) continue;
    change.before[field.name] = before;
    change.after[field.name] = read.value;
    said.push(
      `${fieldTitle(field)}: ${valueWords(before ?? undefined) || '–'} → ${valueWords(read.value ?? undefined) || '–'}`,
    );
  }
  const step = { id: String(number), item: change, name: space.title };
  if (said.length === 0) return { ...step, verdict: 'skip', says: 'No changes.' };
  if (!canEdit) return { ...step, verdict: 'refuse', says: 'You can’t edit this space.' };
  const isNew = Object.values(change.before).every((value) => value === null);
  return { ...step, verdict: isNew ? 'create' : 'change', says: said.join('; ') };
}

/** A line of which nothing can be made, with the reason. @param number of the line, from 1 */
export function refusal(number: number, name: string, says: string): PlannedStep<SpaceChange> {
  const item = { spaceId: '', title: name, before: {}, after: {} };
  return { id: String(number), item, name: name || `Row ${number}`, verdict: 'refuse', says };
}

/** Finds the space that a line means: by id, else by a title that only one has. A text says why there is none. */
function finderOf({ idAt = -1, titleAt = -1 }: Headings, all: readonly SpaceFieldValues[]) {
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

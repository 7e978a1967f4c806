import type { CustomField, SpaceFieldValues } from '#src/api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { groupBy } from '#src/lib/group-by.ts';
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

/** What a file's headings say. */
export interface Headings {
  /** The column of each field that is known. */
  columns: { field: CustomField; at: number }[];
  /** Headings that are no field. */
  unknown: string[];
  /** Why nothing can be done with the file; null where something can. */
  problem: string | null;
}

/** Finds the fields of a file by name, else by title. */
export function readHeadings(heading: readonly string[], fields: readonly CustomField[]): Headings {
  const columns: Headings['columns'] = [];
  const unknown: string[] = [];
  for (const [at, text] of heading.entries()) {
    const words = text.toLowerCase();
    if (words === idHeading || words === titleHeading || text === '') continue;
    const field =
      fields.find(({ name }) => name === words) ??
      fields.find((one) => fieldTitle(one).toLowerCase() === words);
    if (field && !columns.some((column) => column.field === field)) columns.push({ field, at });
    else unknown.push(text);
  }
  const named = heading.some((text) => [idHeading, titleHeading].includes(text.toLowerCase()));
  const problem = !named
    ? `The first line has to name a column “${idHeading}” or “${titleHeading}”.`
    : columns.length === 0
      ? 'None of the columns is named like a custom field.'
      : null;
  return { columns, unknown, problem };
}

/** What a file would change, one step for each of its lines. @param rows the headings first */
export function planImport(rows: readonly string[][], context: ImportContext): PlannedStep<SpaceChange>[] {
  const [heading = [], ...lines] = rows;
  const headings = readHeadings(heading, context.fields);
  if (headings.problem !== null) return [];
  const find = finderOf(heading, context.all);
  const seen = new Set<string>();
  return lines.map((line, index) => {
    const found = find(line);
    if (typeof found === 'string') return refusal(index, line.filter(Boolean)[0] ?? '', found);
    const { id, title } = found.space;
    if (seen.has(id)) return refusal(index, title, 'This space stands in an earlier line of the file.');
    seen.add(id);
    return planLine(index, line, found, headings.columns, context.blanksClear);
  });
}

/**
 * What one line of values would change in one space.
 *
 * @param columns which cell of the line is for which field
 */
export function planLine(
  index: number,
  line: readonly string[],
  row: SpaceFieldValues,
  columns: Headings['columns'],
  blanksClear: boolean,
): PlannedStep<SpaceChange> {
  const { space, values, canEdit } = row;
  const change: SpaceChange = { spaceId: space.id, title: space.title, before: {}, after: {} };
  const said: string[] = [];
  for (const { field, at } of columns) {
    const text = line[at] ?? '';
    if (text === '' && !blanksClear) continue;
    const read = readValue(field, text);
    if ('problem' in read) return refusal(index, space.title, `${fieldTitle(field)}: ${read.problem}`);
    const before = values[field.name] ?? null;
    if (isSameValue(before, read.value)) continue;
    change.before[field.name] = before;
    change.after[field.name] = read.value;
    said.push(
      `${fieldTitle(field)}: ${valueWords(before ?? undefined) || '–'} → ${valueWords(read.value ?? undefined) || '–'}`,
    );
  }
  const step = { id: String(index), item: change, name: space.title };
  if (said.length === 0) return { ...step, verdict: 'skip', says: 'Has these values already.' };
  if (!canEdit) return { ...step, verdict: 'refuse', says: 'You may not change the values of this space.' };
  const isNew = Object.values(change.before).every((value) => value === null);
  return { ...step, verdict: isNew ? 'create' : 'change', says: said.join('; ') };
}

/** A line of which nothing can be made, with the reason. */
export function refusal(index: number, name: string, says: string): PlannedStep<SpaceChange> {
  const item = { spaceId: '', title: name, before: {}, after: {} };
  return { id: String(index), item, name: name || `Line ${index + 2}`, verdict: 'refuse', says };
}

/** Finds the space that a line means: by id, else by a title that only one has. A text says why there is none. */
function finderOf(heading: readonly string[], all: readonly SpaceFieldValues[]) {
  const column = (name: string) => heading.findIndex((text) => text.toLowerCase() === name);
  const [idAt, titleAt] = [column(idHeading), column(titleHeading)];
  const byId = new Map(all.map((row) => [row.space.id, row]));
  const byTitle = groupBy(all, ({ space }) => space.title);
  return (line: readonly string[]): SpaceFieldValues | string => {
    const id = line[idAt] ?? '';
    if (id !== '') return byId.get(id) ?? 'There is no such space, or you may not see it.';
    const title = line[titleAt] ?? '';
    if (title === '') return 'The line names no space.';
    const [first, second] = byTitle.get(title) ?? [];
    if (second) return 'Several spaces have this title; name this one by its id.';
    return first ?? 'There is no space with this title, or you may not see it.';
  };
}

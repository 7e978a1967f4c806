/** The fields of a page beside its text, and the merge of their changes. */
import type { Page, PageLayout, ReusableContent } from '#api/generated/types.gen.ts';
import type { FieldChanges, PageFields, PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import {
  describeProblem,
  describeVariables,
  toRecord,
  toVariables,
  type Variable,
} from '#src/domain/variables/variables.ts';

export type FieldName = keyof PageFields;

/** Why values can't be saved, as sentences. */
export type FieldProblems = Partial<Record<FieldName, string>>;

/** A field that two people changed differently. */
export interface FieldConflict {
  name: FieldName;
  mine: PageFields[FieldName];
  theirs: PageFields[FieldName];
}

export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  slug: 'Slug',
  description: 'Description',
  emoji: 'Emoji',
  icon: 'Icon',
  cover: 'Cover',
  layout: 'Layout',
  hidden: 'Hidden from navigation',
  noIndex: 'Excluded from search',
  vars: 'Variables',
};

export const fieldNames: readonly FieldName[] = [
  'title',
  'slug',
  'description',
  'emoji',
  'icon',
  'cover',
  'layout',
  'hidden',
  'noIndex',
  'vars',
];

const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldLabels, name);

/** The parts of a page that a layout can leave out. */
export const layoutParts = [
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'cover',
] as const satisfies readonly (keyof PageLayout)[];

export const layoutPartLabels: Record<(typeof layoutParts)[number], string> = {
  title: 'Title',
  description: 'Description',
  tableOfContents: 'Table of contents',
  outline: 'Outline',
  pagination: 'Links to the next and previous page',
  cover: 'Cover',
};

/** A value, for people. */
export function describeField(value: PageFields[FieldName]): string {
  if (value === null || value === '') return 'None';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isVariables(value)) return describeVariables(value);
  if ('ref' in value) return 'Picture';
  const without = layoutParts.filter((part) => value[part] === false).map((part) => layoutPartLabels[part]);
  const size = value.coverSize === 'hero' ? ['Cover above the text'] : [];
  return [...(without.length > 0 ? [`Without ${without.join(', ')}`] : []), ...size].join('. ');
}

/** A layout that names only what differs from all parts shown; null if nothing does. */
export function toLayout(layout: PageLayout | null | undefined): PageLayout | null {
  const without = layoutParts.filter((part) => layout?.[part] === false);
  const coverSize = layout?.coverSize === 'hero' ? layout.coverSize : undefined;
  if (without.length === 0 && coverSize === undefined) return null;
  return {
    ...Object.fromEntries(without.map((part) => [part, false])),
    ...(coverSize && { coverSize }),
  };
}

export function fieldsOf(page: Page): PageFields {
  const { title, slug = '', description = '', emoji = '', icon = '', cover, layout } = page;
  return {
    title,
    slug,
    description,
    emoji,
    icon,
    cover: cover ? { ref: { kind: 'file', file: cover.ref.file }, yPos: cover.yPos ?? 0 } : null,
    layout: toLayout(layout),
    hidden: page.hidden === true,
    noIndex: page.noIndex === true,
    vars: toVariables(page.vars ?? {}),
  };
}

/** A reusable content as a session has it: of the fields it has a title only. Null where the revision has none. */
export const versionOfContent = (
  revision: string,
  content: Pick<ReusableContent, 'id' | 'title' | 'markdown'> | null,
): PageVersion => ({
  revision,
  text: content?.markdown ?? '',
  fields: fieldsOf({ type: 'document', id: content?.id ?? '', title: content?.title ?? '', urls: {} }),
});

export const isSameValue = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** Variables are the same in any order, and rows without anything in them are none. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(isVariables(value) ? toVariables(toRecord(value)) : value);

const isVariables = (value: unknown): value is readonly Variable[] => Array.isArray(value);

/** The changes without those that make no difference. */
export function changesFrom(base: PageFields, changes: FieldChanges): FieldChanges {
  return pick(changes, (name) => !isSameValue(changes[name], base[name]));
}

export function pick(changes: FieldChanges, isWanted: (name: FieldName) => boolean): FieldChanges {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => isFieldName(name) && isWanted(name)));
}

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

/** Fields changed here and, differently, by another person. */
export function fieldConflicts(base: PageFields, changes: FieldChanges, theirs: PageFields): FieldConflict[] {
  return fieldNames.flatMap((name) => {
    const mine = changes[name];
    const isConflict =
      mine !== undefined && !isSameValue(theirs[name], base[name]) && !isSameValue(theirs[name], mine);
    return isConflict ? [{ name, mine, theirs: theirs[name] }] : [];
  });
}

/** The problems of values, before a request is sent. */
export function checkFields({ title, vars }: FieldChanges): FieldProblems {
  const problem = vars && describeProblem(vars);
  return {
    ...(title !== undefined && title.trim() === '' && { title: 'Required' }),
    ...(problem !== undefined && { vars: problem }),
  };
}

/** The fields as an edit names them. */
export const toEdit = ({ vars, ...fields }: FieldChanges) => ({
  ...fields,
  ...(vars && { vars: toRecord(vars) }),
});

/** The problems that the server reports for fields of the first edit of a call. */
export function fieldProblemsIn(details: readonly { path?: string; message: string }[]): FieldProblems {
  const problems: FieldProblems = {};
  for (const { path = '', message } of details) {
    const name = /^body\.changes(?:\[\d+\]|\.\d+)\.(\w+)/.exec(path)?.[1] ?? '';
    if (isFieldName(name)) problems[name] ??= toSentence(message);
  }
  return problems;
}

const toSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).replace(/([^.!?])$/, '$1.');

/** “Slug: Is already used.” */
export const describeProblems = (problems: FieldProblems): string =>
  fieldNames.flatMap((name) => (problems[name] ? [`${fieldLabels[name]}: ${problems[name]}`] : [])).join(' ');

/** A slug that no sibling has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

import type {
  PersonalStateEntry,
  PersonalStateEntryUpdate,
  PersonalStateKind,
  PersonalStateValue,
} from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import { parseTime } from '#server/base/times.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** Entries that a person can have in an organization. */
export const MAX_ENTRIES = 2000;

interface KindRule {
  /** The fields of its values. */
  fields: readonly (keyof PersonalStateValue)[];
  /** How many of the kind are kept on purpose, with their name; the oldest of all other kinds go to make room. */
  kept?: { max: number; name: string };
}

export const KINDS: Readonly<Record<PersonalStateKind, KindRule>> = {
  visited: { fields: ['at'] },
  seen: { fields: ['at'] },
  snoozed: { fields: ['until', 'updatedAt'] },
  viewed: { fields: ['state'] },
  favorite: { fields: ['title', 'at'], kept: { max: 200, name: 'favorites' } },
  recent: { fields: ['title', 'at'] },
  view: { fields: ['search'], kept: { max: 200, name: 'saved views' } },
};

const TIMES = ['at', 'until', 'updatedAt'] as const;

/** The entries by kind and subject, the last of each; 400 for a value that isn't of its kind. */
export function parseEntries(entries: readonly PersonalStateEntryUpdate[]): PersonalStateEntryUpdate[] {
  entries.forEach(checkValue);
  return [...new Map(entries.map((entry) => [`${entry.kind} ${entry.subject}`, entry])).values()];
}

function checkValue({ kind, value }: PersonalStateEntryUpdate, index: number): void {
  if (value === null) return;
  const path = `body.entries[${index}].value`;
  const { fields } = KINDS[kind];
  for (const field of fields)
    if (value[field] === undefined) throw badValue(`${path}.${field}`, `is required for the kind "${kind}"`);
  for (const field of Object.keys(value))
    if (!fields.some((each) => each === field))
      throw badValue(`${path}.${field}`, `is no field of the kind "${kind}"`);
  for (const field of TIMES) parseTime(`${path}.${field}`, value[field]);
}

export function toEntryView({
  kind,
  subject,
  value,
  updated_at: updatedAt,
}: Row<'personal_states'>): PersonalStateEntry {
  return { kind, subject, value, updatedAt: updatedAt.toISOString() };
}

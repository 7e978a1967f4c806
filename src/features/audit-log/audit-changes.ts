import type { AuditEntry } from '#src/api/generated/types.gen.ts';
import { roleName } from '#src/components/roles/role-words.ts';
import { exactTime } from '#src/lib/times.ts';

/** One field of a change: as it was and as it became; absent where there was nothing. */
export interface FieldChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value of the log as a person reads it. */
export function readable(value: unknown): string {
  if (value === null) return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'string') return isTime.test(value) ? exactTime(value) : value || 'empty';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(readable).join(', ');
  return JSON.stringify(value);
}

/** Roles by their names; the absence of one is that of a guest. */
const valueOf = (name: string, value: unknown) =>
  /role$/i.test(name) && (value === null || typeof value === 'string') ? roleName(value) : readable(value);

/** "defaultRole" → "Default role". */
export function fieldName(name: string): string {
  if (name === 'sso') return 'Single sign-on';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What an entry changed, field by field. */
export function changesIn({ before = {}, after = {} }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].map((name) => ({
    field: fieldName(name),
    before: Object.hasOwn(before, name) ? valueOf(name, before[name]) : undefined,
    after: Object.hasOwn(after, name) ? valueOf(name, after[name]) : undefined,
  }));
}

/** The change in one text, for files: "Role: Reader → Editor; Single sign-on: no → yes". */
export function changesAsText(entry: Pick<AuditEntry, 'before' | 'after'>): string {
  return changesIn(entry)
    .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
    .join('; ');
}

import type { AuditEntry } from '#api/generated/types.gen.ts';
import { fieldName, type ReadableValue, readableValue } from './audit-values.ts';

/** One field of a change: as it was and as it became; absent where there was nothing. */
export interface FieldChange {
  field: string;
  before: ReadableValue | undefined;
  after: ReadableValue | undefined;
}

type Changed = Pick<AuditEntry, 'before' | 'after' | 'names'> & { action?: string };

/** Fields that the server keeps for itself. */
const internal = new Set(['id', 'object', 'site_id', 'organization_id', 'rank', 'created_at', 'updated_at']);

/** What an entry changed, field by field. */
export function changesIn({ before, after, names = {}, action }: Changed): FieldChange[] {
  // Beside what a thing became, fields that only stand in what it was have stayed as they were.
  const shown = before && after ? Object.keys(after) : Object.keys(after ?? before ?? {});
  const isByField = action === 'updateSpaceCustomFields';
  const read = (from: Record<string, unknown> | undefined, name: string) =>
    from && Object.hasOwn(from, name) ? readableValue(isByField ? '' : name, from[name], names) : undefined;
  return shown
    .filter((name) => isByField || !internal.has(name))
    .map((name) => ({
      field: isByField ? name : fieldName(name),
      before: read(before, name),
      after: read(after, name),
    }))
    .filter((change) => !isSame(change));
}

const isSame = ({ before, after }: FieldChange) =>
  before?.text === after?.text && before?.ids.join() === after?.ids.join();

/** The change in one text, for files and lists: "Role: Reader → Editor; Single sign-on: no → yes". */
export function changesAsText(entry: Changed): string {
  return changesIn(entry)
    .filter(({ before, after }) => before?.text !== after?.text)
    .map(
      ({ field, before, after }) =>
        `${field}: ${[before?.text, after?.text ?? '–'].filter(Boolean).join(' → ')}`,
    )
    .join('; ');
}

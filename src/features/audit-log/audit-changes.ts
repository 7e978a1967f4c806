import type { AuditEntry } from '#api/generated/types.gen.ts';
import { humanizeName, type FormattedValue, formatValue } from './audit-values.ts';

/** One changed field; a side is undefined where the entry does not have it. */
export interface FieldChange {
  field: string;
  before: FormattedValue | undefined;
  after: FormattedValue | undefined;
}

type ChangedEntry = Pick<AuditEntry, 'before' | 'after' | 'names'> & { action?: string };

/** Internal fields, not shown. */
const internalFields = new Set([
  'id',
  'object',
  'site_id',
  'organization_id',
  'rank',
  'created_at',
  'updated_at',
]);

/** The changes of an entry, field by field. */
export function changesIn({ before, after, names = {}, action }: ChangedEntry): FieldChange[] {
  // Fields that are only in `before` are unchanged when there is an `after`.
  const shown = before && after ? Object.keys(after) : Object.keys(after ?? before ?? {});
  const isCustomFields = action === 'updateSpaceCustomFields';
  const formatField = (from: Record<string, unknown> | undefined, name: string) =>
    from && Object.hasOwn(from, name)
      ? formatValue(isCustomFields ? '' : name, from[name], names)
      : undefined;
  return shown
    .filter((name) => isCustomFields || !internalFields.has(name))
    .map((name) => ({
      field: isCustomFields ? name : humanizeName(name),
      before: formatField(before, name),
      after: formatField(after, name),
    }))
    .filter((change) => !isUnchanged(change));
}

const isUnchanged = ({ before, after }: FieldChange) =>
  before?.text === after?.text && before?.ids.join() === after?.ids.join();

/** The changes as one line, for exports and lists: "Role: Reader → Editor; Single sign-on: no → yes". */
export function formatChanges(entry: ChangedEntry): string {
  return changesIn(entry)
    .filter(({ before, after }) => before?.text !== after?.text)
    .map(
      ({ field, before, after }) =>
        `${field}: ${[before?.text, after?.text ?? '–'].filter(Boolean).join(' → ')}`,
    )
    .join('; ');
}

import type { AuditEntry } from '#api/generated/types.gen.ts';
import { levelLabels } from '#src/domain/roles/level-labels.ts';
import { roleOptions, roleName } from '#src/domain/roles/role-labels.ts';
import { teamRoleName, teamRoles } from '#src/domain/roles/team-role-labels.ts';
import { exactTime } from '#src/lib/text/format.ts';

/** A value of an audit entry as text. */
export interface FormattedValue {
  text: string;
  /** Ids without a known name, shown for copying. */
  ids: string[];
}

type Names = NonNullable<AuditEntry['names']>;

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const idPattern = /^[0-9A-Za-z]{20}$/;

/** Text shown for an id without a name, by field. */
const fallbackLabels: Record<string, string> = {
  revision: 'Revision',
  invite: 'Invite link',
  comment: 'Comment',
  page: 'Page',
};

/** Longer texts are cut, in characters. */
const MAX_TEXT_LENGTH = 300;

const textOnly = (text: string): FormattedValue => ({ text, ids: [] });

/**
 * Formats a value: roles by name, times as local times, ids by the names in the entry.
 *
 * @param field the field that holds the value
 */
export function formatValue(field: string, value: unknown, names: Names = {}): FormattedValue {
  if (/levels?$/i.test(field) && !isContainer(value)) return textOnly(formatLevel(value));
  if (/roles?$/i.test(field) && !isContainer(value)) return textOnly(formatRole(value));
  if (value === null || value === undefined) return textOnly('None');
  if (typeof value === 'boolean') return textOnly(formatBoolean(field, value));
  if (typeof value === 'string') return formatText(field, value, names);
  if (typeof value === 'object') return formatContainer(field, value, names);
  return textOnly(String(value));
}

const isContainer = (value: unknown) => typeof value === 'object' && value !== null;

function formatText(field: string, value: string, names: Names): FormattedValue {
  if (names[value] !== undefined) return textOnly(names[value]);
  if (idPattern.test(value)) return { text: fallbackLabels[field] ?? 'Deleted item', ids: [value] };
  if (timePattern.test(value)) return textOnly(exactTime(value));
  if (value.startsWith('-----BEGIN')) return textOnly('Certificate');
  if (/^(status|visibility|type|edit_?mode|kind)$/i.test(field)) return textOnly(formatEnum(value));
  return textOnly(value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value || 'Empty');
}

/** Settings that the screens show as switches. */
const formatBoolean = (field: string, value: boolean) => {
  if (/^(sso|invite_?links|enabled)$/i.test(field)) return value ? 'On' : 'Off';
  return value ? 'Yes' : 'No';
};

/** Values that the screens name differently from the contract: types of custom fields, visibility of sites. */
const enumNames: Record<string, string> = {
  'visitor-auth': 'Signed-in visitors',
  boolean: 'Yes or no',
  'select:single': 'Single select',
  'select:multi': 'Multi-select',
};

/** "changes-requested" → "Changes requested". */
const formatEnum = (value: string) => enumNames[value] ?? capitalize(value.replaceAll('-', ' '));

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function formatContainer(field: string, value: object, names: Names): FormattedValue {
  if (field === 'position') return formatPosition(value, names);
  if (Array.isArray(value)) {
    const parts = value.map((item) => formatValue(field, item, names));
    return joinValues(parts, ', ', 'None');
  }
  // A change of an applied draft: its sentence.
  const { action, summary }: { action?: unknown; summary?: unknown } = value;
  if (typeof action === 'string' && typeof summary === 'string') return textOnly(summary);
  // A reference: a type and an id.
  const entries = Object.entries(value).filter(([name]) => !['kind', 'type', 'object'].includes(name));
  const [first] = entries;
  if (entries.length === 1 && first && typeof first[1] === 'string' && idPattern.test(first[1]))
    return formatValue(first[0], first[1], names);
  const parts = entries.map(([name, inside]): FormattedValue => {
    const isId = idPattern.test(name);
    // In maps keyed by id, such as roles of people, the field name determines the type of the values.
    const innerField = isId ? (/^(users|teams)$/.test(field) ? 'role' : field) : name;
    const { text, ids } = formatValue(innerField, inside, names);
    const key = isId ? formatText(field, name, names) : textOnly(humanizeName(name));
    return { text: `${key.text}: ${text}`, ids: [...key.ids, ...ids] };
  });
  // Maps keyed by id have no order, so they are sorted.
  const isById = entries.some(([name]) => idPattern.test(name));
  const sorted = isById ? parts.toSorted((a, b) => a.text.localeCompare(b.text)) : parts;
  return joinValues(sorted, ', ', 'None');
}

function formatPosition(value: object, names: Names): FormattedValue {
  const parts = Object.entries(value)
    .filter(([, neighbor]) => neighbor !== null && neighbor !== undefined)
    .map(([side, neighbor]): FormattedValue => {
      const { text, ids } = formatValue('place', neighbor, names);
      return { text: `${side} “${text}”`, ids };
    });
  const { text, ids } = joinValues(parts, ', ', 'first');
  return { text: capitalize(text), ids };
}

function joinValues(parts: readonly FormattedValue[], separator: string, emptyText: string): FormattedValue {
  return {
    text: parts.map(({ text }) => text).join(separator) || emptyText,
    ids: [...new Set(parts.flatMap(({ ids }) => ids))],
  };
}

/** Older entries store roles as numbers: 0 is a guest, 6 an administrator. */
const legacyRoles = roleOptions.toReversed();

function formatRole(value: unknown): string {
  const role = typeof value === 'number' ? legacyRoles[value] : value;
  if (role === null || role === undefined) return 'Guest';
  if (teamRoles.some((teamRole) => teamRole === role)) return teamRoleName(String(role));
  return roleName(String(role));
}

function formatLevel(value: unknown): string {
  if (value === -1) return levelLabels('inherit', 'collection').name;
  const level = typeof value === 'number' ? legacyRoles[value] : value;
  return levelLabels(typeof level === 'string' ? level : null, 'collection').name;
}

const acronyms: Record<string, string> = {
  sso: 'SSO',
  saml: 'SAML',
  oidc: 'OpenID Connect',
  url: 'URL',
  id: 'ID',
  api: 'API',
  openapi: 'OpenAPI',
};

/** "defaultRole" → "Default role", "sso_url" → "SSO URL". */
export function humanizeName(name: string): string {
  if (name === 'sso') return 'Single sign-on';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([_ ][iI]d)$/, '')
    .split(/[_\s-]+/)
    .map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
  return capitalize(words);
}

/** One changed field; a side is undefined where the entry does not have it. */
interface FieldChange {
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
  const fieldNames = before && after ? Object.keys(after) : Object.keys(after ?? before ?? {});
  const isCustomFields = action === 'updateSpaceCustomFields';
  const formatField = (from: Record<string, unknown> | undefined, name: string) =>
    from && Object.hasOwn(from, name)
      ? formatValue(isCustomFields ? '' : name, from[name], names)
      : undefined;
  return fieldNames
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

/** "Reader → Editor". */
export const formatValues = ({ before, after }: FieldChange): string =>
  [before?.text, after?.text ?? '–'].filter(Boolean).join(' → ');

/** The changes that are more than one id in place of another. */
export const readableChanges = (entry: ChangedEntry): FieldChange[] =>
  changesIn(entry).filter(({ before, after }) => before?.text !== after?.text);

/** The changes as one line, for exports and lists: "Role: Reader → Editor; Single sign-on: Off → On". */
export function formatChanges(entry: ChangedEntry): string {
  return readableChanges(entry)
    .map((change) => `${change.field}: ${formatValues(change)}`)
    .join('; ');
}

import type { AuditEntry } from '#api/generated/types.gen.ts';
import { levelWords } from '#src/components/roles/level-words.ts';
import { roleChoices, roleName } from '#src/components/roles/role-words.ts';
import { teamRoleName, teamRoles } from '#src/components/roles/team-role-words.ts';
import { exactTime } from '#src/lib/times.ts';

/** A value of the log as a person reads it. */
export interface ReadableValue {
  text: string;
  /** Identifiers that stand for it and have no name, to be copied. */
  ids: string[];
}

type Names = NonNullable<AuditEntry['names']>;

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const looksLikeId = /^[0-9A-Za-z]{20}$/;

/** What stands in place of an identifier without a name, by the field that holds it. */
const nameless: Record<string, string> = {
  revision: 'Revision',
  invite: 'Invite link',
  comment: 'Comment',
  page: 'Page',
};

/** The longest text that is shown, in characters. */
const longest = 300;

const plain = (text: string): ReadableValue => ({ text, ids: [] });

/**
 * A value of the log in words: roles by their names, times as times, identifiers by the names that the entry has for
 * them.
 *
 * @param field that holds the value
 */
export function readableValue(field: string, value: unknown, names: Names = {}): ReadableValue {
  if (/levels?$/i.test(field) && !isContainer(value)) return plain(levelText(value));
  if (/roles?$/i.test(field) && !isContainer(value)) return plain(roleText(value));
  if (value === null || value === undefined) return plain('none');
  if (typeof value === 'boolean') return plain(value ? 'yes' : 'no');
  if (typeof value === 'string') return textValue(field, value, names);
  if (typeof value === 'object') return containerValue(field, value, names);
  return plain(String(value));
}

const isContainer = (value: unknown) => typeof value === 'object' && value !== null;

function textValue(field: string, value: string, names: Names): ReadableValue {
  if (names[value] !== undefined) return plain(names[value]);
  if (looksLikeId.test(value)) return { text: nameless[field] ?? 'Deleted item', ids: [value] };
  if (isTime.test(value)) return plain(exactTime(value));
  if (value.startsWith('-----BEGIN')) return plain('Certificate');
  // The contract's own words, such as "changes-requested".
  if (/^[a-z]+(-[a-z]+)+$/.test(value) && /^(status|visibility|type|edit_mode|kind)$/.test(field))
    return plain(value.replaceAll('-', ' '));
  return plain(value.length > longest ? `${value.slice(0, longest)}…` : value || 'empty');
}

function containerValue(field: string, value: object, names: Names): ReadableValue {
  if (field === 'position') return positionValue(value, names);
  if (Array.isArray(value)) {
    const parts = value.map((one) => readableValue(field, one, names));
    return joined(parts, ', ', 'none');
  }
  // What names one thing: a kind and an identifier.
  const entries = Object.entries(value).filter(([name]) => !['kind', 'type', 'object'].includes(name));
  const [only] = entries;
  if (entries.length === 1 && only && typeof only[1] === 'string' && looksLikeId.test(only[1]))
    return readableValue(only[0], only[1], names);
  const parts = entries.map(([name, inside]): ReadableValue => {
    const isId = looksLikeId.test(name);
    // What is kept by identifier, such as the roles of people, is of the kind that the field says.
    const of = isId ? (/^(users|teams)$/.test(field) ? 'role' : field) : name;
    const { text, ids } = readableValue(of, inside, names);
    const key = isId ? textValue(field, name, names) : plain(fieldName(name));
    return { text: `${key.text}: ${text}`, ids: [...key.ids, ...ids] };
  });
  // What is kept by identifier has no order of its own.
  const isById = entries.some(([name]) => looksLikeId.test(name));
  const sorted = isById ? parts.toSorted((a, b) => a.text.localeCompare(b.text)) : parts;
  return joined(sorted, ', ', 'none');
}

/** Where something was moved to: after and before its new neighbours. */
function positionValue(value: object, names: Names): ReadableValue {
  const parts = Object.entries(value)
    .filter(([, place]) => place !== null && place !== undefined)
    .map(([side, place]): ReadableValue => {
      const { text, ids } = readableValue('place', place, names);
      return { text: `${side} “${text}”`, ids };
    });
  return joined(parts, ', ', 'first');
}

function joined(parts: readonly ReadableValue[], separator: string, none: string): ReadableValue {
  return {
    text: parts.map(({ text }) => text).join(separator) || none,
    ids: [...new Set(parts.flatMap(({ ids }) => ids))],
  };
}

/** Older entries have roles as steps of a ladder: 0 is a guest, 6 an administrator. */
const ladder = roleChoices.toReversed();

function roleText(value: unknown): string {
  const role = typeof value === 'number' ? ladder[value] : value;
  if (role === null || role === undefined) return 'Guest';
  if (teamRoles.some((one) => one === role)) return teamRoleName(String(role));
  return roleName(String(role));
}

function levelText(value: unknown): string {
  if (value === -1) return levelWords('inherit', 'collection').name;
  const level = typeof value === 'number' ? ladder[value] : value;
  return levelWords(typeof level === 'string' ? level : null, 'collection').name;
}

/** Words that are written in capitals. */
const capitals: Record<string, string> = {
  sso: 'SSO',
  saml: 'SAML',
  url: 'URL',
  id: 'ID',
  api: 'API',
  openapi: 'OpenAPI',
};

/** "defaultRole" → "Default role", "sso_url" → "SSO URL". */
export function fieldName(name: string): string {
  if (name === 'sso') return 'Single sign-on';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([_ ][iI]d)$/, '')
    .split(/[_\s-]+/)
    .map((word) => capitals[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

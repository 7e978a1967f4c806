import type { CustomField, CustomFieldValue } from '#api/generated/types.gen.ts';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

/** The properties that determine the values a field accepts. */
export type FieldKind = Pick<CustomField, 'type' | 'options'>;

/** A parsed value; null clears the field. */
export type ParsedValue = { value: CustomFieldValue | null } | { problem: string };

const maxLength = 256;
const maxTags = 100;

/**
 * A value as text for editing and files: `yes` and `no`, list items separated by semicolons. `parseValue` reverses it.
 */
export function serializeValue(value: CustomFieldValue | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item) => item.replace(/[\\;]/g, '\\$&')).join('; ');
  return String(value);
}

/** A value for display. */
export function formatValue(value: CustomFieldValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : serializeValue(value);
}

/** Whether two values are equal; an empty list equals no value. */
export function isSameValue(
  a: CustomFieldValue | null | undefined,
  b: CustomFieldValue | null | undefined,
): boolean {
  const normalize = (value: typeof a) =>
    Array.isArray(value) && value.length === 0 ? null : (value ?? null);
  return JSON.stringify(normalize(a)) === JSON.stringify(normalize(b));
}

/** Parses typed text or a file cell as a field's value, or returns an error message. */
export function parseValue({ type, options }: FieldKind, text: string): ParsedValue {
  if (text.trim() === '') return { value: null };
  switch (type) {
    case 'text':
      return codePointLength(text) > maxLength
        ? { problem: `Must be at most ${formatCount(maxLength, 'character')}.` }
        : { value: text };
    case 'number':
      return parseNumber(text.trim());
    case 'boolean':
      return parseBoolean(text.trim().toLowerCase());
    case 'tags':
      return parseTags(splitList(text));
    case 'select:single':
      return parseOption(options ?? [], text.trim());
    case 'select:multi':
      return parseOptions(options ?? [], splitList(text));
    default:
      return { problem: 'Unknown field type.' };
  }
}

function parseNumber(text: string): ParsedValue {
  const number = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text)
    ? Number(text.replace(',', '.'))
    : NaN;
  return Number.isFinite(number) ? { value: number } : { problem: `“${text}” is not a number.` };
}

function parseBoolean(text: string): ParsedValue {
  if (['yes', 'true', '1'].includes(text)) return { value: true };
  if (['no', 'false', '0'].includes(text)) return { value: false };
  return { problem: `“${text}” is not yes or no.` };
}

function parseTags(tags: string[]): ParsedValue {
  if (tags.length > maxTags)
    return {
      problem: `Must have at most ${formatCount(maxTags, 'tag')} (now ${formatNumber(tags.length)}).`,
    };
  const long = tags.find((tag) => codePointLength(tag) > maxLength);
  if (long !== undefined) return { problem: `Tags must be at most ${formatCount(maxLength, 'character')}.` };
  return { value: tags.length > 0 ? tags : null };
}

function parseOptions(options: readonly string[], items: string[]): ParsedValue {
  const problems: string[] = [];
  for (const item of items) {
    const read = parseOption(options, item);
    if ('problem' in read) return read;
    if (typeof read.value === 'string' && !problems.includes(read.value)) problems.push(read.value);
  }
  return { value: problems.length > 0 ? problems : null };
}

function parseOption(options: readonly string[], text: string): ParsedValue {
  const option =
    options.find((candidate) => candidate === text) ??
    options.find((candidate) => candidate.trim().toLowerCase() === text.toLowerCase());
  return option === undefined ? { problem: `“${text}” is not one of the options.` } : { value: option };
}

/** Items separated by semicolons and line ends, without duplicates; a backslash escapes the next character. */
function splitList(text: string): string[] {
  const items: string[] = [''];
  let escaped = false;
  for (const character of text) {
    if (!escaped && character === '\\') {
      escaped = true;
      continue;
    }
    const separates = !escaped && (character === ';' || character === '\n');
    if (separates) items.push('');
    else items.push((items.pop() ?? '') + character);
    escaped = false;
  }
  return [...new Set(items.map((item) => item.trim()).filter(Boolean))];
}

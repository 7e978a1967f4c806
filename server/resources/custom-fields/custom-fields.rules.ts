import type {
  CustomField,
  CustomFieldPermissions,
  CustomFieldType,
  CustomFieldValue,
} from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { badValue, badValues } from '#server/errors.ts';
import { apiUrl, type ServiceSettings } from '#server/service-settings.ts';
import type { FieldRow } from './custom-fields.queries.ts';

/** Whether a member may define, change and delete custom fields. */
export function canManageFields(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** What a member may do with a definition; everybody in the organization sees it. */
function customFieldPermissions(membership: Membership): CustomFieldPermissions {
  return { view: true, edit: canManageFields(membership) };
}

/** Whether fields of this type offer a list of options. */
export function isSelect(type: CustomFieldType): boolean {
  return type === 'select:single' || type === 'select:multi';
}

/**
 * The options of a new field: the list for the select types, null for the others. Throws 400 where they are missing,
 * where the type has none, or where one is listed twice.
 */
export function parseOptions(type: CustomFieldType, options: readonly string[] | undefined): string[] | null {
  if (!isSelect(type)) {
    if (options !== undefined)
      throw badValue('body.options', `is only allowed for select types, not for ${type}`);
    return null;
  }
  if (options === undefined) throw badValue('body.options', `is required for the type ${type}`);
  return parseDistinct(options);
}

/** The options that a field is given instead of its own; undefined where none are named. Throws 400 as `parseOptions`. */
export function parseOptionsUpdate(
  type: CustomFieldType,
  options: readonly string[] | undefined,
): string[] | undefined {
  return options === undefined ? undefined : (parseOptions(type, options) ?? undefined);
}

function parseDistinct(options: readonly string[]): string[] {
  const duplicates = options.flatMap((option, index) => (options.indexOf(option) < index ? [index] : []));
  if (duplicates.length === 0) return [...options];
  throw badValues(duplicates.map((index) => ({ path: `body.options[${index}]`, problem: 'is a duplicate' })));
}

/** Most characters of a tag, and most tags of a value. */
const MAX_TAG_LENGTH = 256;

const MAX_TAGS = 100;

/** Most characters of a text value. */
const MAX_TEXT_LENGTH = 256;

/** What decides which values a field takes. */
export interface FieldKind {
  type: CustomFieldType;
  /** The choices of a select field, null for the others. */
  options: readonly string[] | null;
}

/** What is wrong with a value: `place` continues its path (`[2]` for an item, else empty), `problem` the sentence. */
export interface ValueProblem {
  path: string;
  problem: string;
}

/** What is wrong with a value of a field; empty when the field takes it. */
export function validateValue({ type, options }: FieldKind, value: CustomFieldValue): ValueProblem[] {
  switch (type) {
    case 'text':
      return validateText(value);
    case 'number':
      return typeof value === 'number' ? [] : valueProblem('must be a number');
    case 'boolean':
      return typeof value === 'boolean' ? [] : valueProblem('must be true or false');
    case 'tags':
      return validateTags(value);
    case 'select:single':
      if (typeof value !== 'string') return valueProblem('must be one of the options');
      return isOption(options, value) ? [] : valueProblem('is not one of the options');
    case 'select:multi':
      return validateItems(value, 'must be a list of options', (item) =>
        isOption(options, item) ? undefined : 'is not one of the options',
      );
  }
}

/**
 * A select value after its field has got other options: what is left of it, undefined where nothing is. Values of other
 * types stay as they are.
 */
export function removeUnknownOptions(
  { type, options }: FieldKind,
  value: CustomFieldValue,
): CustomFieldValue | undefined {
  if (type === 'select:single') return isOption(options, value) ? value : undefined;
  if (type !== 'select:multi' || !Array.isArray(value)) return value;
  const remaining = value.filter((item) => isOption(options, item));
  return remaining.length === 0 && value.length > 0 ? undefined : remaining;
}

function validateText(value: CustomFieldValue): ValueProblem[] {
  if (typeof value !== 'string') return valueProblem('must be text');
  return lengthOf(value) > MAX_TEXT_LENGTH
    ? valueProblem(`must have at most ${MAX_TEXT_LENGTH} characters`)
    : [];
}

function validateTags(value: CustomFieldValue): ValueProblem[] {
  if (Array.isArray(value) && value.length > MAX_TAGS)
    return valueProblem(`must have at most ${MAX_TAGS} tags`);
  return validateItems(value, 'must be a list of tags', (tag) => {
    const length = lengthOf(tag);
    return length === 0 || length > MAX_TAG_LENGTH
      ? `must have 1 to ${MAX_TAG_LENGTH} characters`
      : undefined;
  });
}

/** Checks a list item by item; an item that stands in it already is a problem, too. */
function validateItems(
  value: CustomFieldValue,
  expectation: string,
  problemOf: (item: string) => string | undefined,
): ValueProblem[] {
  if (!Array.isArray(value)) return valueProblem(expectation);
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const problem = seen.has(item) ? 'is a duplicate' : problemOf(item);
    seen.add(item);
    return problem === undefined ? [] : [{ path: `[${index}]`, problem }];
  });
}

function isOption(options: readonly string[] | null, value: CustomFieldValue): boolean {
  return typeof value === 'string' && (options ?? []).includes(value);
}

/** Characters as the contract counts them: a four-byte emoji is one. */
function lengthOf(text: string): number {
  return [...text].length;
}

const valueProblem = (problem: string): ValueProblem[] => [{ path: '', problem }];

/** A custom field as a member of its organization gets to see it. */
export function toFieldView(row: FieldRow, viewer: Membership, service: ServiceSettings): CustomField {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    ...(row.title !== null && { title: row.title }),
    ...(row.description !== null && { description: row.description }),
    ...(row.placeholder !== null && { placeholder: row.placeholder }),
    ...(row.options !== null && { options: row.options }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/custom-fields/${row.name}`) },
    permissions: customFieldPermissions(viewer),
  };
}

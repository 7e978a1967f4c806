import type {
  CustomField,
  CustomFieldPermissions,
  CustomFieldType,
  CustomFieldValue,
} from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { badValue, badValues } from '#server/base/errors.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** The definition of a field. */
export interface FieldRow extends Row<'custom_fields'> {
  type: CustomFieldType;
}

export function canManageFields(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** All members can view definitions. */
function customFieldPermissions(membership: Membership): CustomFieldPermissions {
  return { view: true, edit: canManageFields(membership) };
}

/** Whether the type has options. */
export function isSelect(type: CustomFieldType): boolean {
  return type === 'select:single' || type === 'select:multi';
}

/**
 * The options of a new field, null for types without options. Throws 400 where options are missing, not allowed or
 * duplicated.
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

/** The replacement options; undefined for none. Throws 400 like `parseOptions`. */
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

const MAX_TAG_LENGTH = 256;

const MAX_TAGS = 100;

const MAX_TEXT_LENGTH = 256;

/** The parts of a definition that values are validated against. */
export interface FieldKind {
  type: CustomFieldType;
  /** Null for types without options. */
  options: readonly string[] | null;
}

/** `path` continues the path of the value (`[2]` for an item, else empty). */
export interface ValueProblem {
  path: string;
  problem: string;
}

/** Empty where the value is valid. */
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
 * A select value without unknown options; undefined where nothing remains. Values of other types are returned
 * unchanged.
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

/** Validates a list item by item; duplicates are invalid. */
function validateItems(
  value: CustomFieldValue,
  expectation: string,
  problemOf: (item: string) => string | undefined,
): ValueProblem[] {
  if (!Array.isArray(value)) return valueProblem(expectation);
  const seenNames = new Set<string>();
  return value.flatMap((item, index) => {
    const problem = seenNames.has(item) ? 'is a duplicate' : problemOf(item);
    seenNames.add(item);
    return problem === undefined ? [] : [{ path: `[${index}]`, problem }];
  });
}

function isOption(options: readonly string[] | null, value: CustomFieldValue): boolean {
  return typeof value === 'string' && (options ?? []).includes(value);
}

/** Code points, as the contract counts them: a four-byte emoji is one. */
function lengthOf(text: string): number {
  return [...text].length;
}

const valueProblem = (problem: string): ValueProblem[] => [{ path: '', problem }];

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

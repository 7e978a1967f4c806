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
export function canDefineFields(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** What a member may do with a definition; everybody in the organization sees it. */
function customFieldPermissions(membership: Membership): CustomFieldPermissions {
  return { view: true, edit: canDefineFields(membership) };
}

/** Whether fields of this type offer a list of options. */
export function isSelect(type: CustomFieldType): boolean {
  return type === 'select:single' || type === 'select:multi';
}

/**
 * The options of a new field: the list for the select types, null for the others. Throws 400 where they are missing,
 * where the type has none, or where one is listed twice.
 */
export function readOptions(type: CustomFieldType, options: readonly string[] | undefined): string[] | null {
  if (!isSelect(type)) {
    if (options !== undefined)
      throw badValue('body.options', `is only allowed for select types, not for ${type}`);
    return null;
  }
  if (options === undefined) throw badValue('body.options', `is required for the type ${type}`);
  return readDistinct(options);
}

/** The options that a field is given instead of its own; undefined where none are named. Throws 400 as `readOptions`. */
export function readNewOptions(
  type: CustomFieldType,
  options: readonly string[] | undefined,
): string[] | undefined {
  return options === undefined ? undefined : (readOptions(type, options) ?? undefined);
}

function readDistinct(options: readonly string[]): string[] {
  const twice = options.flatMap((option, index) => (options.indexOf(option) < index ? [index] : []));
  if (twice.length === 0) return [...options];
  throw badValues(twice.map((index) => ({ path: `body.options[${index}]`, problem: 'is a duplicate' })));
}

/** Most characters of a tag, and most tags of a value. */
const TAG_LENGTH = 256;

const MOST_TAGS = 100;

/** Most characters of a text value. */
const TEXT_LENGTH = 256;

/** What decides which values a field takes. */
export interface FieldKind {
  type: CustomFieldType;
  /** The choices of a select field, null for the others. */
  options: readonly string[] | null;
}

/** What is wrong with a value: `place` continues its path (`[2]` for an item, else empty), `problem` the sentence. */
export interface ValueProblem {
  place: string;
  problem: string;
}

/** What is wrong with a value of a field; empty when the field takes it. */
export function problemsOfValue({ type, options }: FieldKind, value: CustomFieldValue): ValueProblem[] {
  switch (type) {
    case 'text':
      return problemsOfText(value);
    case 'number':
      return typeof value === 'number' ? [] : whole('must be a number');
    case 'boolean':
      return typeof value === 'boolean' ? [] : whole('must be true or false');
    case 'tags':
      return problemsOfTags(value);
    case 'select:single':
      if (typeof value !== 'string') return whole('must be one of the options');
      return isOption(options, value) ? [] : whole('is not one of the options');
    case 'select:multi':
      return problemsOfItems(value, 'must be a list of options', (item) =>
        isOption(options, item) ? undefined : 'is not one of the options',
      );
  }
}

/**
 * A select value after its field has got other options: what is left of it, undefined where nothing is. Values of other
 * types stay as they are.
 */
export function withoutLostOptions(
  { type, options }: FieldKind,
  value: CustomFieldValue,
): CustomFieldValue | undefined {
  if (type === 'select:single') return isOption(options, value) ? value : undefined;
  if (type !== 'select:multi' || !Array.isArray(value)) return value;
  const left = value.filter((item) => isOption(options, item));
  return left.length === 0 && value.length > 0 ? undefined : left;
}

function problemsOfText(value: CustomFieldValue): ValueProblem[] {
  if (typeof value !== 'string') return whole('must be text');
  return lengthOf(value) > TEXT_LENGTH ? whole(`must have at most ${TEXT_LENGTH} characters`) : [];
}

function problemsOfTags(value: CustomFieldValue): ValueProblem[] {
  if (Array.isArray(value) && value.length > MOST_TAGS) return whole(`must have at most ${MOST_TAGS} tags`);
  return problemsOfItems(value, 'must be a list of tags', (tag) => {
    const length = lengthOf(tag);
    return length === 0 || length > TAG_LENGTH ? `must have 1 to ${TAG_LENGTH} characters` : undefined;
  });
}

/** Checks a list item by item; an item that stands in it already is a problem, too. */
function problemsOfItems(
  value: CustomFieldValue,
  expectation: string,
  problemOf: (item: string) => string | undefined,
): ValueProblem[] {
  if (!Array.isArray(value)) return whole(expectation);
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const problem = seen.has(item) ? 'is a duplicate' : problemOf(item);
    seen.add(item);
    return problem === undefined ? [] : [{ place: `[${index}]`, problem }];
  });
}

function isOption(options: readonly string[] | null, value: CustomFieldValue): boolean {
  return typeof value === 'string' && (options ?? []).includes(value);
}

/** Characters as the contract counts them: a four-byte emoji is one. */
function lengthOf(text: string): number {
  return [...text].length;
}

const whole = (problem: string): ValueProblem[] => [{ place: '', problem }];

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

import type { CustomFieldType, CustomFieldValue } from '#api/generated/types.gen.ts';

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
      return isOption(options, value) ? [] : whole('is none of the options');
    case 'select:multi':
      return problemsOfItems(value, 'must be a list of options', (item) =>
        isOption(options, item) ? undefined : 'is none of the options',
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
    const problem = seen.has(item) ? 'is listed twice' : problemOf(item);
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

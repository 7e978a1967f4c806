import { badValue, badValues } from '#server/errors.ts';
import type { CustomFieldType } from '#api/generated/types.gen.ts';

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
    if (options !== undefined) throw badValue('body.options', `is for the select types, not for ${type}`);
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
  throw badValues(twice.map((index) => ({ path: `body.options[${index}]`, problem: 'is listed twice' })));
}

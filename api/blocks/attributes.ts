import type { AttributeType, Block } from './block.ts';

const MAX_URL_LENGTH = 4000;
const MAX_ENTRY_LENGTH = 100;
const WIDTH = /^(\d{1,5}(?:\.\d{1,9})?)(%|px)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+\-Z]{1,20})?$/;

/** The values of a block's attributes; what is not declared or not valid is left out. */
export function readAttributes(
  { attributes }: Pick<Block, 'attributes'>,
  written: ReadonlyMap<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, type]) => {
      const value = readAttribute(type, written.get(name));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function readAttribute(type: AttributeType, written: string | undefined): string | undefined {
  const value = written?.trim();
  switch (type.kind) {
    case 'text':
      return value === undefined || value === '' ? undefined : value.slice(0, type.maxLength);
    case 'url':
      return value === undefined || value === '' || value.length > MAX_URL_LENGTH ? undefined : value;
    case 'flag':
      // Without a value, as in HTML, it is on.
      return value === undefined ? undefined : String(/^(?:true|)$/i.test(value));
    case 'choice': {
      const choice = type.choices.find((name) => name.toLowerCase() === value?.toLowerCase());
      return choice ?? type.default;
    }
    case 'list':
      return value === undefined || value === '' ? undefined : listEntries(value, type.maxEntries).join(',');
    case 'date':
      return value !== undefined && DATE.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
    case 'width':
      return value !== undefined && WIDTH.test(value) ? value : undefined;
  }
}

/** The entries of a list. */
export function listEntries(list: string, maxEntries = 100): string[] {
  return list
    .split(',', maxEntries)
    .map((entry) => entry.trim().slice(0, MAX_ENTRY_LENGTH))
    .filter((entry) => entry !== '');
}

/** A width as a number of pixels or percent. */
export function readWidth(width = ''): { value: number; unit: '%' | 'px' } | undefined {
  const [, value, unit] = WIDTH.exec(width) ?? [];
  return value === undefined ? undefined : { value: Number(value), unit: unit === '%' ? '%' : 'px' };
}

/** The twelfths of the line nearest to a width in percent; undefined for others. */
export function twelfths(width: string | undefined): number | undefined {
  const parsed = readWidth(width);
  if (parsed?.unit !== '%') return undefined;
  return Math.min(12, Math.max(1, Math.round((parsed.value * 12) / 100)));
}

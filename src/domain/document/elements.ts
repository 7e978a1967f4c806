/** Elements of blocks, as `documents.ts` of the API layer makes them of the blocks' declarations. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { isJsonObject } from '#src/api/compat/json-object.ts';

const phrasingTags = ['code', 'small', 'span', 'strong', 'sup', 'time'] as const;
const blockTags = [
  ...['aside', 'details', 'div', 'figcaption', 'figure', 'input', 'label', 'li'],
  ...['ol', 'p', 'section', 'summary'],
] as const;

/** The tag of an element among words; undefined for others. A link's is that of its content. */
export const phrasingTagOf = ({ element }: DocumentNode) =>
  element === 'a' ? 'span' : phrasingTags.find((tag) => tag === element);

/** The tag of an element with blocks. */
export const blockTagOf = ({ element }: DocumentNode) => blockTags.find((tag) => tag === element) ?? 'div';

/** Its classes are fixed names, which the style sheet of documents has. */
export function classNameOf({ classes }: DocumentNode): string | undefined {
  const names = typeof classes === 'string' ? classes.split(' ').filter((name) => name !== '') : [];
  return names.length === 0 ? undefined : names.map((name) => `block-${name}`).join(' ');
}

const propertyNames: Readonly<Record<string, string>> = { datetime: 'dateTime', checked: 'defaultChecked' };

/** The attributes of an element as properties of React. */
export function propertiesOf({ attributes }: DocumentNode): Record<string, string | boolean> {
  if (!isJsonObject(attributes)) return {};
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' ? [[propertyNames[name] ?? name, value === '' ? true : value]] : [],
    ),
  );
}

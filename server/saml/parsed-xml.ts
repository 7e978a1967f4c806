/** Reads XML that was parsed into objects: children by name as lists, text as `_`, attributes in `$`. */

/** The children of an element with a name. */
export function childrenOf(element: unknown, name: string): unknown[] {
  const found = memberOf(element, name);
  return Array.isArray(found) ? found : [];
}

/** The only child with a name; undefined where there is none, or more than one. */
export function onlyChild(element: unknown, name: string): unknown {
  const found = childrenOf(element, name);
  return found.length === 1 ? found[0] : undefined;
}

/** The text of an element; undefined where it has none. */
export function textOf(element: unknown): string | undefined {
  const text = typeof element === 'string' ? element : memberOf(element, '_');
  return typeof text === 'string' ? text.trim() : undefined;
}

/** An attribute of an element. */
export function attributeOf(element: unknown, name: string): string | undefined {
  const value = memberOf(memberOf(element, '$'), name);
  return typeof value === 'string' ? value : undefined;
}

/** A member of a parsed element; undefined where it is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

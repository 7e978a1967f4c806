/** Helpers for XML parsed into objects: children by name as lists, text as `_`, attributes in `$`. */

export function childrenOf(element: unknown, name: string): unknown[] {
  const found = memberOf(element, name);
  return Array.isArray(found) ? found : [];
}

/** The only child with a name; undefined if there is none or more than one. */
export function onlyChild(element: unknown, name: string): unknown {
  const found = childrenOf(element, name);
  return found.length === 1 ? found[0] : undefined;
}

export function textOf(element: unknown): string | undefined {
  const text = typeof element === 'string' ? element : memberOf(element, '_');
  return typeof text === 'string' ? text.trim() : undefined;
}

export function attributeOf(element: unknown, name: string): string | undefined {
  const value = memberOf(memberOf(element, '$'), name);
  return typeof value === 'string' ? value : undefined;
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

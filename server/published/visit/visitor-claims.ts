/** Claims of visitors, cut to what a site knows. Pure. */

/** Texts of claims by dotted names. */
export type TextClaims = ReadonlyMap<string, string>;

type Schema = Readonly<Record<string, unknown>>;

/** Claims of a token about itself, not about the visitor. */
const REGISTERED_CLAIMS = ['iat', 'exp', 'nbf', 'iss', 'aud', 'sub', 'jti'];
/** The group of unsigned claims. */
const UNSIGNED = 'unsigned';

/** The claims of a token about the visitor: all of them, or those that the site's schema has. */
export function cutToSchema(
  schema: unknown,
  claims: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = isObject(schema) ? propertiesOf(schema) : undefined;
  return Object.fromEntries(
    Object.entries(claims).filter(
      ([name]) =>
        name !== UNSIGNED &&
        !REGISTERED_CLAIMS.includes(name) &&
        (properties === undefined || Object.hasOwn(properties, name)),
    ),
  );
}

/** The names of claims of a token about the visitor that a site's schema leaves out. */
export function ignoredClaims(schema: unknown, claims: Readonly<Record<string, unknown>>): string[] {
  const schemaClaims = cutToSchema(schema, claims);
  return Object.keys(claims).filter(
    (name) => !Object.hasOwn(schemaClaims, name) && !REGISTERED_CLAIMS.includes(name),
  );
}

/** The schema of claims that visitors make about themselves; without one there are none. */
export function unsignedSchema(schema: unknown): Schema {
  const unsigned = isObject(schema) ? ownValue(propertiesOf(schema), UNSIGNED) : undefined;
  return isObject(unsigned) ? unsigned : {};
}

/** The claims of a group, as their types say; those of another type and unknown names are left out. */
export function typedClaims(group: Schema, texts: TextClaims, prefix = ''): Record<string, unknown> {
  const entries = Object.entries(propertiesOf(group)).flatMap(([name, property]): [string, unknown][] => {
    if (!isObject(property)) return [];
    const path = `${prefix}${name}`;
    if (property['type'] === 'object') {
      const claims = typedClaims(property, texts, `${path}.`);
      return Object.keys(claims).length === 0 ? [] : [[name, claims]];
    }
    const text = texts.get(path);
    const value = text === undefined ? undefined : typedValue(property, text);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function typedValue({ type, enum: values }: Schema, text: string): unknown {
  if (Array.isArray(values)) return values.find((value) => String(value) === text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'string') return text;
  if (type !== 'number' && type !== 'integer') return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && (type === 'number' || Number.isInteger(value)) ? value : undefined;
}

/** The text of a JSON value with the keys of all objects in order: the same for values that are the same. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function propertiesOf(schema: Schema): Schema {
  const properties = schema['properties'];
  return isObject(properties) ? properties : {};
}

function ownValue(object: Schema, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses one search parameter of a URL. Never throws: an invalid value becomes undefined, so no URL can break a page.
 */
export type SearchParamParser<T> = (value: unknown) => T | undefined;

/** A text, cut to `maxLength` characters. Numbers (`?q=404`) become text; text with NUL is dropped. */
export function textParam(maxLength = 512): SearchParamParser<string> {
  return (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' && !text.includes('\0')
      ? text.slice(0, maxLength)
      : undefined;
  };
}

/** A whole number from 1, such as a line. */
export function countParam(max = 1_000_000): SearchParamParser<number> {
  return (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max ? Number(value) : undefined;
}

export function choiceParam<const T extends string>(choices: readonly T[]): SearchParamParser<T> {
  return (value) => choices.find((choice) => choice === value);
}

/** The parsed search parameters; absent ones do not appear in the URL. */
export type SearchParams<Readers> = {
  [Name in keyof Readers]?: Readers[Name] extends SearchParamParser<infer T> ? T : never;
};

/**
 * Creates a route's `validateSearch`. A schema library would be larger than the rest of the first screen. Assign it
 * to a constant before the route: inside the route's options, TypeScript loses its type as soon as another option
 * uses the search.
 *
 * @example const validateSearch = searchParams({ q: textParam(), role: choiceParam(['admin', 'read']) });
 */
export function searchParams<Readers extends Record<string, SearchParamParser<unknown>>>(parsers: Readers) {
  return (search: Record<string, unknown>): SearchParams<Readers> => {
    // Invalid parameters are set to undefined instead of omitted: the router merges the result over the raw search.
    const read = Object.entries(parsers)
      .map(([name, reader]) => [name, reader(search[name])] as const)
      .filter(([name, value]) => value !== undefined || Object.hasOwn(search, name));
    // TypeScript loses the keys in `Object.entries`; the parsers define the type.
    return Object.fromEntries(read) as SearchParams<Readers>;
  };
}

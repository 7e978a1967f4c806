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

export function choiceParam<const T extends string>(choices: readonly T[]): SearchParamParser<T> {
  return (value) => choices.find((choice) => choice === value);
}

/** The parsed search parameters; absent ones do not appear in the URL. */
export type SearchParams<Readers> = {
  [Name in keyof Readers]?: Readers[Name] extends SearchParamParser<infer T> ? T : never;
};

/**
 * Makes a route's `validateSearch`. It replaces a schema library on the way to the first screen, where that would
 * cost more than the whole screen. Give it a name before the route: written inside the route's options, the compiler
 * forgets its type as soon as another option reads the search.
 *
 * @example const validateSearch = searchParams({ q: textParam(), role: choiceParam(['admin', 'read']) });
 */
export function searchParams<Readers extends Record<string, SearchParamParser<unknown>>>(parsers: Readers) {
  return (search: Record<string, unknown>): SearchParams<Readers> => {
    // What does not fit is named as undefined rather than left out: the router lays this over the raw search, whose
    // own member would otherwise be what the screen reads.
    const read = Object.entries(parsers)
      .map(([name, reader]) => [name, reader(search[name])] as const)
      .filter(([name, value]) => value !== undefined || Object.hasOwn(search, name));
    // The compiler does not follow names through `Object.entries`; the readers are the types' own source.
    return Object.fromEntries(read) as SearchParams<Readers>;
  };
}

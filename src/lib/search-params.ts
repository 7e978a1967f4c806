/**
 * Reads one member of a URL's search, already parsed by the router. A reader never throws: what does not fit becomes
 * undefined, so that no URL, however old or mistyped, can break a page.
 */
export type SearchParamParser<T> = (value: unknown) => T | undefined;

/**
 * A text of at most `longest` characters; a number in the URL (`?q=404`) is the text that was typed. A text with the
 * NUL character, which no server takes, is none.
 */
export function textParam(maxLength = 512): SearchParamParser<string> {
  return (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' && !text.includes('\0')
      ? text.slice(0, maxLength)
      : undefined;
  };
}

/** One of the listed texts. */
export function choiceParam<const T extends string>(choices: readonly T[]): SearchParamParser<T> {
  return (value) => choices.find((choice) => choice === value);
}

/** What a screen's search holds: every member may be absent, and absent members do not appear in the URL. */
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

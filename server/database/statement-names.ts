/** More texts than the program has; texts composed of an open number of parts go unnamed past it. */
const MAX_NAMES = 1000;
/** What comes again and again; statements that change the shape of the database come once. */
const REPEATED = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
/** How many rows a pattern finds decides how best to look for them, so searches are planned anew for each pattern. */
const PATTERN_SEARCH = / like \$/;

/** Names for the texts of statements. A connection parses and plans a named statement once instead of at every call. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** The name of a text, the same every time; undefined for one that is better planned anew. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_NAMES || !REPEATED.test(text) || PATTERN_SEARCH.test(text)) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/** More than the program has; statements composed of a variable number of parts stay unnamed beyond it. */
const MAX_NAMES = 1000;
/** Statements that repeat; schema changes run once. */
const REPEATED = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
/** The best plan depends on how many rows a pattern finds, so searches are planned each time. */
const PATTERN_SEARCH = / like \$/;
/** A comment at the end of other statements of which this is true. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** Names of prepared statements. A connection parses and plans a named statement once instead of on every call. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** The name of a statement, always the same; undefined if it should be planned each time. */
  nameOf(text: string): string | undefined {
    const existingName = this.#names.get(text);
    if (existingName !== undefined) return existingName;
    if (this.#names.size >= MAX_NAMES || !REPEATED.test(text)) return undefined;
    if (PATTERN_SEARCH.test(text) || text.endsWith(PLANNED_EACH_TIME)) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * A time of the database. Most times are only passed on, and formatting a date costs more than the rest of its row: it
 * keeps the text that it was parsed from, in the contract's form. Never set it; nothing else differs from a date.
 */
class StoredTime extends Date {
  readonly #text: string;

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  override toISOString(): string {
    return this.#text;
  }
}

/**
 * Parses a `timestamptz(3)` as the engines write it in UTC: `2026-01-31 12:00:00.12+00`, without trailing zeros. Other
 * formats (years before 1 or after 9999) are never stored.
 */
export function parseTimestamp(text: string): Date {
  const fraction = text.slice(19, -3);
  return new StoredTime(`${text.slice(0, 10)}T${text.slice(11, 19)}${(fraction || '.').padEnd(4, '0')}Z`);
}

/** Names of people in a text: `@Ada Lovelace`. */

/** A mention that is being typed. */
export interface Mention {
  /** Where the `@` stands. */
  at: number;
  /** What was typed behind it. */
  query: string;
}

/** The mention in front of the caret, or null. An `@` within a word, as in an e-mail address, begins none. */
export function mentionBefore(text: string, caret: number): Mention | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? null : { at: caret - query.length - 1, query };
}

/** The text with a mention completed, and where the caret then stands. */
export function completeMention(
  text: string,
  { at, query }: Mention,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, at)}@${name} `;
  return { text: before + text.slice(at + 1 + query.length).replace(/^ /, ''), caret: before.length };
}

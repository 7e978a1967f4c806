export interface Mention {
  /** Index of the `@`. */
  at: number;
  /** Text after the `@`. */
  query: string;
}

/** The mention before the caret, or null. An `@` within a word, as in an email address, does not start one. */
export function mentionBefore(text: string, caret: number): Mention | null {
  const match = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  const query = match?.[1];
  return query === undefined ? null : { at: caret - query.length - 1, query };
}

/** The text with the mention completed, and the new caret position. */
export function completeMention(
  text: string,
  { at, query }: Mention,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, at)}@${name} `;
  return { text: before + text.slice(at + 1 + query.length).replace(/^ /, ''), caret: before.length };
}

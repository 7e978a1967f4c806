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

/** A mention in Markdown: a link to the page of a member or a team. */
const link =
  /(?<![[\p{L}\p{N})])\[@([^\]\n]{1,200})\]\((?:https?:\/\/[^/\s()]+)?\/o\/\w+\/(?:members|teams)\/\w+\)(?![\p{L}\p{N}])/gu;

/** The links of mentions by the names that a field shows instead. */
export type MentionLinks = ReadonlyMap<string, string>;

/** A text as a field shows it, with names instead of links. A second person of the same name stays a link. */
export function hideLinks(markdown: string): { text: string; links: MentionLinks } {
  const links = new Map<string, string>();
  const text = markdown.replaceAll(link, (written, name: string) => {
    if (links.has(name) && links.get(name) !== written) return written;
    links.set(name, written);
    return `@${name}`;
  });
  return { text, links };
}

/** A text of a field with links instead of the names that are known; the longest name counts. */
export function showLinks(text: string, links: MentionLinks): string {
  const names = [...links.keys()].toSorted((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  const mention = new RegExp(String.raw`(^|[^\[\p{L}\p{N}])@(${escaped.join('|')})(?![\p{L}\p{N}])`, 'gu');
  return text.replaceAll(mention, (written, before: string, name: string) => {
    const markdown = links.get(name);
    return markdown === undefined ? written : before + markdown;
  });
}

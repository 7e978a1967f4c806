/** Code, in which nothing is a link; then the target of a link or picture, in its place or in a list at the end. */
const LINKS =
  /(^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\k<fence>|$(?![\s\S]))|(?<tick>`+)[^`][\s\S]*?\k<tick>)|(!?\[(?:[^[\]]|\[[^[\]]*\](?:\([^()]*\))?)*\]\()(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))+)|(^ {0,3}\[[^\]\n]+\]: *)(<[^<>\n]*>|\S+)/gm;

/**
 * Changes the targets of links and pictures in markdown and leaves code alone; `change` returns undefined for a target
 * that stays.
 */
export function changeTargets(
  markdown: string,
  change: (target: string, isPicture: boolean) => string | undefined,
): string {
  return markdown.replaceAll(LINKS, (...match: (string | undefined)[]) => {
    const [whole = '', code, , , opening, target, label, listed] = match;
    if (code !== undefined) return code;
    const written = target ?? listed ?? '';
    const bare = written.replace(/^<(.*)>$/, '$1');
    const prefix = opening ?? label ?? '';
    // A picture may stand inside the text of a link: both have a target.
    const start = opening === undefined ? prefix : changeInner(opening, change);
    const changed = change(bare, prefix.startsWith('!'));
    return changed === undefined ? start + whole.slice(prefix.length) : start + changed;
  });
}

function changeInner(opening: string, change: Parameters<typeof changeTargets>[1]): string {
  const [, before = '', inner = '', after = ''] = /^(!?\[)([\s\S]*)(\]\()$/.exec(opening) ?? [];
  return inner.includes('](') ? before + changeTargets(inner, change) + after : opening;
}

/** Targets of all pictures in markdown, each once. */
export function pictureTargets(markdown: string): string[] {
  const targets = new Set<string>();
  changeTargets(markdown, (target, isPicture) => {
    if (isPicture) targets.add(target);
    return undefined;
  });
  return [...targets];
}

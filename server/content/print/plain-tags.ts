/** Lines of code, which stay as they are. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that is a tag of a block and nothing else. */
const TAG_LINE = /^\s*\{%\s*([a-z-]+)((?:[^%]|%(?!\}))*)%\}\s*$/i;
const TITLE = /\btitle="([^"]*)"/;
const LINK = /\burl="([^"\s]*)"/;

/** The names of hints on paper. */
const HINTS: Readonly<Record<string, string>> = {
  info: 'Note',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
};

/** The text in place of the tag that begins or ends a block: its title or link, or nothing. */
function plainTag(name: string, attributes: string): string {
  const title = TITLE.exec(attributes)?.[1];
  if (title) return `**${title}**`;
  if (name === 'hint') return `**${HINTS[/\bstyle="(\w+)"/.exec(attributes)?.[1] ?? 'info'] ?? 'Note'}**`;
  const url = LINK.exec(attributes)?.[1];
  return url === undefined ? '' : `<${url}>`;
}

/** A text without the tags of blocks (`{% hint %}`): on paper their content follows their title. */
export function withoutTags(markdown: string): string {
  let fence: string | undefined;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (mark !== undefined) {
        if (fence === undefined) fence = mark;
        else if (mark.startsWith(fence)) fence = undefined;
        return line;
      }
      const [, name, attributes = ''] = (fence === undefined && TAG_LINE.exec(line)) || [];
      // Empty lines keep it apart from what is before and after it.
      return name === undefined ? line : `\n${plainTag(name.toLowerCase(), attributes)}\n`;
    })
    .join('\n');
}

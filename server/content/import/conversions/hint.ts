/** The styles of hints, by the names that other tools give them. */
const STYLES: Readonly<Record<string, 'info' | 'success' | 'warning' | 'danger'>> = {
  note: 'info',
  info: 'info',
  abstract: 'info',
  summary: 'info',
  important: 'info',
  question: 'info',
  example: 'info',
  quote: 'info',
  seealso: 'info',
  callout: 'info',
  tip: 'success',
  hint: 'success',
  success: 'success',
  check: 'success',
  done: 'success',
  caution: 'warning',
  warning: 'warning',
  attention: 'warning',
  danger: 'danger',
  error: 'danger',
  bug: 'danger',
  failure: 'danger',
  secondary: 'info',
};

export function isHintType(type: string): boolean {
  return Object.hasOwn(STYLES, type.toLowerCase());
}

/** A hint with its title in bold. */
export function writeHint(type: string, title: string | undefined, content: string): string {
  const style = STYLES[type.toLowerCase()] ?? 'info';
  const heading = title === undefined || title === '' ? '' : `**${escapeInline(title)}**\n\n`;
  return `{% hint style="${style}" %}\n${heading}${trimLines(content)}\n{% endhint %}`;
}

export function writeDetails(title: string, content: string, isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}>\n\n<summary>${escapeHtml(title)}</summary>\n\n${trimLines(content)}\n\n</details>`;
}

export function writeTab(title: string, content: string): string {
  return `{% tab title="${escapeAttribute(title)}" %}\n${trimLines(content)}\n{% endtab %}`;
}

export function writeTabs(tabs: readonly string[]): string {
  return `{% tabs %}\n${tabs.join('\n\n')}\n{% endtabs %}`;
}

export function escapeAttribute(text: string): string {
  return text.replaceAll('"', '&quot;').replaceAll('%}', '%&#125;').replaceAll(/\s+/g, ' ').trim();
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function escapeInline(text: string): string {
  return text.replaceAll(/(?<!\\)\*/g, String.raw`\*`).trim();
}

/** Without empty lines at both ends. */
export function trimLines(text: string): string {
  const lines = text.split('\n');
  let start = 0;
  let end = lines.length;
  while (start < end && (lines[start] ?? '').trim() === '') start += 1;
  while (end > start && (lines[end - 1] ?? '').trim() === '') end -= 1;
  return lines.slice(start, end).join('\n').trimEnd();
}

/** Removes the indentation that all lines share. */
export function dedent(text: string): string {
  const lines = text.split('\n');
  let shared = Infinity;
  for (const [index, line] of lines.entries()) {
    // The first line begins behind a tag.
    if (line.trim() === '' || (index === 0 && !/^\s/.test(line))) continue;
    shared = Math.min(shared, line.length - line.trimStart().length);
  }
  if (shared === 0 || shared === Infinity) return text;
  return lines.map((line) => (line.slice(0, shared).trim() === '' ? line.slice(shared) : line)).join('\n');
}

export function indent(text: string, blanks: string): string {
  return blanks === '' ? text : text.replaceAll(/\n(?=[^\n])/g, `\n${blanks}`);
}

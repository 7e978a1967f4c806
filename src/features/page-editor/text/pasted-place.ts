/** The line that something is pasted into, on both sides of it. */
export interface PastedPlace {
  before: string;
  after: string;
}

const blockSign = /^(?:#{1,6} |[-*+>] |\d+[.)] |`{3,}|~{3,}|\||\{%|<details>|---$)/i;

/** Pasted Markdown with the lines around it that its blocks need: words stay among those of their paragraph. */
export function fitPasted(markdown: string, { before, after }: PastedPlace): string {
  if (!markdown.includes('\n\n') && !blockSign.test(markdown)) return markdown;
  const start = before.trim() === '' ? '' : '\n\n';
  const end = after.trim() === '' ? '' : '\n\n';
  return start + markdown + end;
}

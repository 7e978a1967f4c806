import type { Tell } from './admonitions.ts';
import { writeHint } from './hint.ts';

/** Converts the callouts of Notion's Markdown export: `<aside>` around an emoji and a text. */
export function convertAsides(text: string, tell: Tell): string {
  if (!text.includes('<aside>')) return text;
  let line = 0;
  let counted = 0;
  return text.replaceAll(
    /^<aside>\n?((?:(?!<\/?aside>)[\s\S])*)<\/aside>[ \t]*$/gm,
    (_, content: string, at: number) => {
      for (; counted < at; counted += 1) if (text[counted] === '\n') line += 1;
      tell(line, 'A callout became a hint.');
      const isWarning = /^\s*(?:⚠|🚨|❗)/u.test(content);
      return writeHint(isWarning ? 'warning' : 'info', undefined, content.trim());
    },
  );
}

import type { ImportedPage } from './imported-page.ts';
import { stripLinks } from './inline-text.ts';
import { findTargets } from './link-targets.ts';

/** A markdown file to read; `key` is its address or path. */
export interface MarkdownSource {
  key: string;
  source: string;
}

/** Reads a markdown file: title from its front matter or first heading, else from its name. */
export function parseMarkdown({ key, source }: MarkdownSource): ImportedPage {
  const text = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\0', '');
  const [, front = '', body = text] = /^---\n([\s\S]*?)\n---\s*\n([\s\S]*)$/.exec(text) ?? [];
  const named = unquoted(/^title:(.*)$/m.exec(front)?.[1]?.trim() ?? '');
  const [heading = '', line = ''] = /^\s*# +([^\n]*)(?:\n|$)/.exec(body) ?? [];
  const headed = stripLinks(line.trimEnd().replace(/(?<! ) +#+$/, ''))
    .replaceAll(/[`*_]/g, '')
    .trim();
  const title = named || headed || titleFromPath(key);
  // The page shows its title itself.
  const isTitle = headed !== '' && headed === title;
  const markdown = isTitle ? body.slice(heading.length).trimStart() : body;
  return { key, title, markdown, targets: findTargets(markdown), headings: [], pages: [] };
}

/** A value of front matter without the quotation marks around it. */
function unquoted(value: string): string {
  return /^(['"])(.+)\1$/.exec(value)?.[2] ?? value;
}

/** A title made from a path or address: `guides/first-steps.md` is "First steps". */
export function titleFromPath(path: string): string {
  const words = fileNameOf(path)
    .replace(/\.(md|markdown|mdx|html?|txt)$/i, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? 'Imported page' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last part of a path or address, as it was written before it became part of one. */
export function fileNameOf(path: string): string {
  const parts = path
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .split('/');
  return decoded(parts.at(-1) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

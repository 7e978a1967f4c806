import type { ImportedPage } from './imported.ts';
import { findTargets } from './link-targets.ts';

/** A markdown file to read; `key` is its address or path. */
export interface MarkdownText {
  key: string;
  source: string;
}

/** Reads a markdown file: title from its front matter or first heading, else from its name. */
export function readMarkdown({ key, source }: MarkdownText): ImportedPage {
  const text = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\0', '');
  const [, front = '', body = text] = /^---\n([\s\S]*?)\n---\s*\n([\s\S]*)$/.exec(text) ?? [];
  const named = /^title:\s*(['"]?)(.+?)\1\s*$/m.exec(front)?.[2];
  const [heading, headed] = /^\s*# +([^\n]+?)(?: +#+)?\s*(?:\n|$)/.exec(body) ?? [];
  const headedTitle = headed
    ?.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .trim();
  const title = named ?? headedTitle ?? titleOfFile(key);
  // The page shows its title itself.
  const isTitle = heading !== undefined && headedTitle === title;
  const markdown = isTitle ? body.slice(heading.length).trimStart() : body;
  return { key, title, markdown, targets: findTargets(markdown), headings: [], pages: [] };
}

/** A title made from a path or address: `guides/first-steps.md` is "First steps". */
export function titleOfFile(path: string): string {
  const words = nameOfFile(path)
    .replace(/\.(md|markdown|mdx|html?|txt)$/i, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? 'Imported page' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last part of a path or address, as it was written before it became part of one. */
export function nameOfFile(path: string): string {
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

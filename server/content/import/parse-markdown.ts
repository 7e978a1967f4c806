import { findTargets } from '#api/source-links.ts';
import type { ImportedPage } from './imported-page.ts';
import { stripLinks } from './inline-text.ts';

/** A Markdown file; `key` is its URL or path. */
export interface MarkdownSource {
  key: string;
  source: string;
}

/** Parses a Markdown file: the title comes from its front matter or first heading, else from its name. */
export function parseMarkdown({ key, source }: MarkdownSource): ImportedPage {
  const text = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\0', '');
  const [, front = '', body = text] = /^---\n([\s\S]*?)\n---\s*\n([\s\S]*)$/.exec(text) ?? [];
  const frontTitle = unquoted(/^title:(.*)$/m.exec(front)?.[1]?.trim() ?? '');
  const [heading = '', line = ''] = /^\s*# +([^\n]*)(?:\n|$)/.exec(body) ?? [];
  const headed = stripLinks(line.trimEnd().replace(/(?<! ) +#+$/, ''))
    .replaceAll(/[`*_]/g, '')
    .trim();
  const title = frontTitle || headed || titleFromPath(key);
  // The page already shows its title.
  const isTitle = headed !== '' && headed === title;
  const markdown = isTitle ? body.slice(heading.length).trimStart() : body;
  return { key, title, markdown, targets: findTargets(markdown), headings: [], pages: [] };
}

/** A front matter value without quotes. */
function unquoted(value: string): string {
  return /^(['"])(.+)\1$/.exec(value)?.[2] ?? value;
}

/** A title from a path or URL: `guides/first-steps.md` is "First steps". */
export function titleFromPath(path: string): string {
  const words = fileNameOf(path)
    .replace(/\.(md|markdown|mdx|html?|txt)$/i, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? 'Imported page' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last segment of a path or URL, decoded. */
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

import type { Tell } from './admonitions.ts';
import { FenceTracker } from './fences.ts';

/** Texts that a snippet may add to a page, all together. */
const MAX_SNIPPETS = 5_000_000;

/** Converts the marks of MkDocs' extensions in lines: attributes, icons, keys, snippets. */
export function convertMkdocsMarks(
  text: string,
  readFile: (path: string) => string | undefined,
  tell: Tell,
): string {
  const fences = new FenceTracker();
  let size = 0;
  return text
    .split('\n')
    .flatMap((line, index) => {
      const [, snippet] = /^[ \t]*-{1,}8<-{1,}[ \t]+"([^"]+)"[ \t]*$/.exec(line) ?? [];
      if (snippet !== undefined) {
        const content = readFile(snippet.split(':', 1)[0] ?? snippet);
        size += content?.length ?? 0;
        if (content === undefined)
          tell(index, `The snippet ${JSON.stringify(snippet)} is not in the source.`, 'left-out');
        else tell(index, 'A snippet is part of the page.');
        return content === undefined || size > MAX_SNIPPETS ? [] : content.split('\n');
      }
      if (fences.isCode(line)) return [line];
      const converted = line
        .replace(
          /^(#{1,6}[ \t].*?)[ \t]*\{[ :]*(#[\w-]+)?[^{}]*\}[ \t]*$/,
          (_, heading: string, id?: string) => (id === undefined ? heading : `${heading} {${id}}`),
        )
        .replaceAll(/(?<=[\])])\{[:.\s][^{}]*\}|[ \t]+\{:[^{}]*\}$|(?<=[\])])\{ ?[\w-]+=[^{}]*\}/g, '')
        .replaceAll(/:(?:material|octicons|fontawesome|simple)-[\w-]+:(?:\{[^{}]*\})?[ \t]?/g, '')
        .replaceAll(/(?<![\w+])\+\+([a-z\d]+(?:[+-][a-z\d]+)*)\+\+(?!\+)/gi, (_, keys: string) =>
          keys
            .split('+')
            .map((key) => `<kbd>${key.charAt(0).toUpperCase()}${key.slice(1)}</kbd>`)
            .join('+'),
        )
        .replace(/^\[TOC\][ \t]*$/, '');
      if (converted !== line) tell(index, 'Marks of MkDocs are written as Markdown or HTML.');
      return [converted];
    })
    .join('\n');
}

const INCLUDE = /\{\{#(?:rustdoc_)?(?:include|playground)[ \t]+([^\s{}:]+)(?::([^{}\s]*))?[^{}]*\}\}/g;

/** Includes the files that mdBook includes, and leaves out the lines of Rust that it hides. */
export function convertMdbook(
  text: string,
  readFile: (path: string) => string | undefined,
  tell: Tell,
): string {
  const fences = new FenceTracker();
  let size = 0;
  let isRust = false;
  return text
    .split('\n')
    .flatMap((line, index) => {
      const wasOpen = fences.isOpen;
      fences.isCode(line);
      if (!wasOpen && fences.isOpen) {
        isRust = /^[ \t]*(?:`{3,}|~{3,})rust\b/.test(line);
        const plain = line.replace(/^([ \t]*(?:`{3,}|~{3,})\w+),.*$/, '$1');
        if (plain !== line) tell(index, 'Marks behind the language of code are left out.');
        return [plain];
      }
      const lines = line
        .replaceAll(INCLUDE, (_, path: string, range: string | undefined) => {
          const content = readFile(path);
          size += content?.length ?? 0;
          if (content === undefined)
            tell(index, `The file ${JSON.stringify(path)} to include is not in the source.`, 'left-out');
          else tell(index, 'A file is included in the page.');
          return content === undefined || size > MAX_SNIPPETS ? '' : linesOf(content, range);
        })
        .split('\n');
      if (!isRust || !fences.isOpen) return lines;
      const visible = lines.filter((code) => !/^[ \t]*#(?:[ \t]|$)/.test(code));
      if (visible.length < lines.length) tell(index, 'A hidden line of code is left out.');
      return visible;
    })
    .join('\n');
}

/** The lines of a file by their numbers (`2:5`) or between anchors. */
function linesOf(content: string, range: string | undefined): string {
  const lines = content.replace(/\n$/, '').split('\n');
  const isAnchor = (line: string) => /ANCHOR(?:_END)?:/.test(line);
  if (range === undefined || range === '') return lines.filter((line) => !isAnchor(line)).join('\n');
  const [, from = '', to] = /^(\d*)(?::(\d*))?$/.exec(range) ?? [];
  if (/^\d*(?::\d*)?$/.test(range)) {
    const start = from === '' ? 0 : Number(from) - 1;
    const end = to === undefined ? start + 1 : to === '' ? lines.length : Number(to);
    return lines.slice(start, end).join('\n');
  }
  const start = lines.findIndex((line) => line.trimEnd().endsWith(`ANCHOR: ${range}`));
  const end = lines.findIndex((line) => line.trimEnd().endsWith(`ANCHOR_END: ${range}`));
  return start === -1 || end === -1
    ? ''
    : lines
        .slice(start + 1, end)
        .filter((line) => !isAnchor(line))
        .join('\n');
}

import { lexer } from 'marked';
import type { Block } from '../blocks.ts';

/** Longer texts are split at blank lines: parsing them could take seconds. */
const MAX_PARSED_LENGTH = 400_000;

/** Splits Markdown into top-level blocks. The joined sources equal the input. */
export function splitBlocks(markdown: string): Block[] {
  if (markdown === '') return [];
  if (markdown.length > MAX_PARSED_LENGTH) return splitAtBlankLines(markdown);
  const blocks: Block[] = [];
  let rest = markdown;
  for (const { type, raw } of lexer(markdown, { gfm: true })) {
    // The parser normalizes line endings and tabs, so lengths are taken from the text itself.
    const source = matchingPrefix(rest, raw);
    if (source === undefined) return splitAtBlankLines(markdown);
    rest = rest.slice(source.length);
    const last = blocks.at(-1);
    if (type === 'space' && last) last.source += source;
    else blocks.push({ kind: type, source });
  }
  const last = blocks.at(-1);
  if (rest !== '' && last) last.source += rest;
  return blocks;
}

/** The start of `text` that equals `raw` after normalizing line endings; undefined if none does. */
function matchingPrefix(text: string, raw: string): string | undefined {
  if (text.startsWith(raw)) return raw;
  let at = 0;
  for (const character of raw) {
    if (text.startsWith(character, at)) at += character.length;
    else if (character === '\n' && text.startsWith('\r\n', at)) at += 2;
    else if (character === '\n' && text.startsWith('\r', at)) at += 1;
    else return undefined;
  }
  return text.slice(0, at);
}

function splitAtBlankLines(markdown: string): Block[] {
  const sources = markdown.match(/[\s\S]*?\n(?:[ \t]*\r?\n)+|[\s\S]+$/g) ?? [];
  return sources.map((source) => ({ kind: 'paragraph', source }));
}

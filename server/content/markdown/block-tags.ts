import type { Token } from 'marked';

/**
 * Blocks of GitBook's Markdown: `{% name attribute="value" %}` and `{% endname %}`, each on a separate line,
 * with Markdown between them.
 */
const NAMES: ReadonlySet<string> = new Set(['tabs', 'tab', 'hint', 'code', 'content-ref']);

/** The same with those that documents of the public definition know as well. */
export const DOCUMENT_TAGS: ReadonlySet<string> = new Set([
  ...NAMES,
  ...['stepper', 'step', 'columns', 'column', 'embed', 'file', 'prompt', 'updates', 'update', 'page-ref'],
  ...['openapi', 'openapi-operation', 'openapi-schemas'],
]);

const MAX_TAG_LENGTH = 500;
const TAG = /^\{%\s*(end)?([a-z][a-z-]*)((?:\s+[\w-]+="[^"]*")*)\s*%\}$/;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;

/** A line that opens or closes a block. */
export interface BlockTag {
  name: string;
  isEnd: boolean;
  attributes: ReadonlyMap<string, string>;
}

/** The tag that a line or a paragraph consists of; undefined for other texts and unknown names. */
export function parseBlockTag(text: string, names = NAMES): BlockTag | undefined {
  if (text.length > MAX_TAG_LENGTH || !text.startsWith('{%')) return undefined;
  const [, end, name = '', attributes = ''] = TAG.exec(text) ?? [];
  if (!names.has(name)) return undefined;
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value] as const);
  return { name, isEnd: end !== undefined, attributes: new Map(pairs) };
}

/**
 * Puts blank lines around tags, so that each is a separate paragraph: else a list or table before it would
 * continue. Tags in fenced code stay unchanged.
 */
export function separateBlockTags(markdown: string): string {
  return markdown.includes('{%') ? separateLines(markdown).join('\n') : markdown;
}

/** The lines of a text, those of tags with a blank line before and after each. */
export function separateLines(markdown: string, names = NAMES): string[] {
  let fence = '';
  return markdown.split('\n').map((line) => {
    const [, marker = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence === '') fence = marker.startsWith('`') && info.includes('`') ? '' : marker;
    else if (marker.startsWith(fence) && info.trim() === '') fence = '';
    const isTag = fence === '' && /^ {0,3}\{%/.test(line) && parseBlockTag(line.trim(), names) !== undefined;
    return isTag ? `\n${line}\n` : line;
  });
}

/** Tokens, or a block with the tokens between its tags. */
export type TaggedBlock = { token: Token } | { tag: BlockTag; blocks: TaggedBlock[]; tokens: [Token, Token] };

/** Finds the blocks among tokens. A tag without its counterpart stays a paragraph. */
export function groupBlockTags(tokens: readonly Token[], names = NAMES): TaggedBlock[] {
  const tags = tokens.map((token) =>
    token.type === 'paragraph' ? parseBlockTag(token.raw.trim(), names) : undefined,
  );
  const ends = matchTags(tags);
  const group = (start: number, end: number): TaggedBlock[] => {
    const blocks: TaggedBlock[] = [];
    for (let index = start; index < end; index += 1) {
      const [token, tag, close] = [tokens[index], tags[index], ends.get(index)];
      const last = tokens[close ?? -1];
      if (token && tag && last && close !== undefined) {
        blocks.push({ tag, blocks: group(index + 1, close), tokens: [token, last] });
        index = close;
      } else if (token) blocks.push({ token });
    }
    return blocks;
  };
  return group(0, tokens.length);
}

/** Tags that are only directly in another one. */
const CONTAINERS: Readonly<Record<string, string>> = {
  tab: 'tabs',
  step: 'stepper',
  column: 'columns',
  update: 'updates',
};

/** More tags in one another stay paragraphs. */
const MAX_DEPTH = 10;

/** The index of the closing tag by that of the opening one. */
function matchTags(tags: readonly (BlockTag | undefined)[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  for (const [index, tag] of tags.entries()) {
    if (!tag) continue;
    if (!tag.isEnd) {
      const container = CONTAINERS[tag.name];
      const isPlaced = container === undefined || open.at(-1)?.name === container;
      if (isPlaced && open.length < MAX_DEPTH) open.push({ name: tag.name, index });
      continue;
    }
    const at = open.findLastIndex(({ name }) => name === tag.name);
    const opening = open[at];
    if (!opening) continue;
    ends.set(opening.index, index);
    open.length = at;
  }
  return ends;
}

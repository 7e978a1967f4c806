import { matchWords } from '#src/lib/compare/match-text.ts';
import { blocks, insertBlock } from './text-blocks.ts';
import type { TextOperation } from './text-edit.ts';
import { toggleHeading, toggleLines } from './text-lines.ts';

/** An entry of the list that `/` opens at the start of a line. */
export interface SlashBlock {
  label: string;
  keywords: string;
  /** What it does with the text, or what is asked first. */
  operation: TextOperation | Asked;
}

/** What is asked before something is inserted. */
type Asked = 'picture' | 'emoji' | 'icon' | 'reusable';

const slashBlocks: readonly SlashBlock[] = [
  ...([1, 2, 3] as const).map((level) => ({
    label: `Heading ${level}`,
    keywords: `h${level} title`,
    operation: toggleHeading(level),
  })),
  { label: 'Bulleted list', keywords: 'ul bullets', operation: toggleLines('bullets') },
  { label: 'Numbered list', keywords: 'ol numbers', operation: toggleLines('numbers') },
  { label: 'Task list', keywords: 'todo checkbox', operation: toggleLines('tasks') },
  { label: 'Quote', keywords: 'blockquote', operation: toggleLines('quote') },
  { label: 'Picture…', keywords: 'image photo screenshot upload', operation: 'picture' },
  { label: 'Emoji…', keywords: 'smiley emoticon reaction', operation: 'emoji' },
  { label: 'Icon…', keywords: 'symbol sign', operation: 'icon' },
  { label: 'Reusable content…', keywords: 'include snippet shared', operation: 'reusable' },
  ...blocks.map(({ name, label, keywords }) => ({ label, keywords, operation: insertBlock(name) })),
];

/**
 * The blocks whose label or other words begin with what was typed, best first.
 * @param hasReusable whether the server has reusable contents
 */
export const findSlashBlocks = (query: string, hasReusable: boolean): SlashBlock[] =>
  slashBlocks
    .filter(({ operation }) => hasReusable || operation !== 'reusable')
    .map((block) => ({ block, score: matchWords(query, block.label, [block.keywords]) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ block }) => block);

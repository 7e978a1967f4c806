import { describe, expect, it } from 'vitest';
import type { TextOperation } from './text-edit.ts';
import { insertEmoji, insertIcon } from './text-signs.ts';

/** A text with its selection between `«` and `»`, or its caret at `¦`, after an operation: the caret is at `¦`. */
function run(marked: string, operation: TextOperation): string {
  const text = marked.replaceAll(/[«»¦]/g, '');
  const caret = marked.indexOf('¦');
  const from = caret === -1 ? marked.indexOf('«') : caret;
  const to = caret === -1 ? marked.indexOf('»') - 1 : caret;
  const { insert, selection, ...range } = operation(text, { from, to });
  expect(range.from).toBe(range.to);
  expect(selection.from).toBe(selection.to);
  const after = text.slice(0, range.from) + insert + text.slice(range.to);
  return `${after.slice(0, selection.from)}¦${after.slice(selection.from)}`;
}

const rocket = insertEmoji({ emoji: '🚀', name: 'rocket' });

describe('an emoji', () => {
  it.each([
    ['at the caret, as its character', 'go¦ on', 'go🚀¦ on'],
    ['in an empty text', '¦', '🚀¦'],
    ['behind what is selected', 'a «b» c', 'a b🚀¦ c'],
    ['by its name in a text with names', 'done :tada:\n\n¦', 'done :tada:\n\n:rocket:¦'],
    ['as its character in a text with both', 'a 🎉 :tada: ¦', 'a 🎉 :tada: 🚀¦'],
    [
      'as its character where names are in code',
      '`:tada:`\n\n```\n:key:\n```\n¦',
      '`:tada:`\n\n```\n:key:\n```\n🚀¦',
    ],
    [
      'as its character where it is the name of an icon',
      '<i class="fa-key">:key:</i>¦',
      '<i class="fa-key">:key:</i>🚀¦',
    ],
    ['as its character beside a time', '10:30:45 ¦', '10:30:45 🚀¦'],
  ])('is written %s', (_, before, after) => expect(run(before, rocket)).toBe(after));
});

describe('an icon', () => {
  it('is written with its name, behind what is selected', () => {
    expect(run('a «b»\nc', insertIcon('bolt'))).toBe('a b<i class="fa-bolt">:bolt:</i>¦\nc');
  });
});

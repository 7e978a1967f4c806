import { describe, expect, it } from 'vitest';
import { findTargets, replaceTargets } from './link-targets.ts';

const marked = (markdown: string) =>
  replaceTargets(markdown, findTargets(markdown), (target) => `<${target}>`);

describe('replaceTargets', () => {
  it.each([
    ['[a](b)', '[a](<b>)'],
    ['![a](b "title")', '![a](<b> "title")'],
    ['[a](<b c>)', '[a](<b c>)'],
    ['[a](b(c))', '[a](<b(c)>)'],
    ['[![a](b)](c)', '[![a](<b>)](<c>)'],
    ['[a [b] c](d)', '[a [b] c](<d>)'],
    ['[a]: b\n', '[a]: <b>\n'],
    ['`[a](b)` [c](d)', '`[a](b)` [c](<d>)'],
    ['``[a](b) ` ``', '``[a](b) ` ``'],
    ['```\n[a](b)\n```\n[c](d)', '```\n[a](b)\n```\n[c](<d>)'],
    ['~~~\n[a](b)\n~~~', '~~~\n[a](b)\n~~~'],
    ['```\n[a](b)', '```\n[a](b)'],
    ['a\\[b](c)', 'a\\[b](c)'],
    ['[a] (b) [c]: d', '[a] (b) [c]: d'],
    ['no links at all', 'no links at all'],
  ])('writes %j as %j', (markdown, changed) => {
    expect(marked(markdown)).toBe(changed);
  });

  it('leaves what is not to be changed as it was', () => {
    const markdown = 'a [b](<c d>) ![e](f "g")\n\n[h]: i "j"';
    expect(replaceTargets(markdown, findTargets(markdown), () => undefined)).toBe(markdown);
  });

  // With as many steps as the square of a million, none of these would ever end.
  it.each(['[', '[a](', '`', '`a ``b ', '[[a]', '[a]: ', '[a](<', '![', '\\', '~~~\n'])(
    'reads a million times %j',
    (part) => {
      const markdown = part.repeat(1_000_000);
      const isUnchanged = replaceTargets(markdown, findTargets(markdown), () => undefined) === markdown;
      expect(isUnchanged).toBe(true);
    },
  );
});

describe('findTargets', () => {
  it('tells pictures from links', () => {
    const found = findTargets('![a](b) [c](d) [![f](g)](h)').map(({ target, isImage }) => [target, isImage]);
    expect(found).toEqual([
      ['b', true],
      ['d', false],
      ['g', true],
      ['h', false],
    ]);
  });
});

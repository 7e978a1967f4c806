// @module-tag without-database
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

  it('leaves unchanged targets as they are', () => {
    const markdown = 'a [b](<c d>) ![e](f "g")\n\n[h]: i "j"';
    expect(replaceTargets(markdown, findTargets(markdown), () => undefined)).toBe(markdown);
  });

  // In quadratic time, none of these would finish.
  it.each(['[', '[a](', '`', '`a ``b ', '[[a]', '[a]: ', '[a](<', '![', '\\', '~~~\n'])(
    'parses a million times %j',
    (part) => {
      const markdown = part.repeat(1_000_000);
      const isUnchanged = replaceTargets(markdown, findTargets(markdown), () => undefined) === markdown;
      expect(isUnchanged).toBe(true);
    },
  );
});

describe('findTargets', () => {
  it('distinguishes images from links', () => {
    const targets = findTargets('![a](b) [c](d) [![f](g)](h)').map(({ target, isImage }) => [
      target,
      isImage,
    ]);
    expect(targets).toEqual([
      ['b', true],
      ['d', false],
      ['g', true],
      ['h', false],
    ]);
  });
});

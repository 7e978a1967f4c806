import { describe, expect, it } from 'vitest';
import { findTargets, replaceTargets } from './link-targets.ts';
import { processorTime } from '#server/test/processor-time.ts';

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

  it('is quick with texts that try to make it slow', () => {
    const start = processorTime();
    for (const text of ['[', '[a](', '`', '`a ``b ', '[[a]', '[a]: ', '[a](<', '![', '\\', '~~~\n'])
      findTargets(text.repeat(100_000));
    expect(processorTime() - start).toBeLessThan(2000);
  });
});

describe('findTargets', () => {
  it('tells pictures from links', () => {
    const found = findTargets('![a](b) [c](d) [![f](g)](h)').map(({ target, isPicture }) => [
      target,
      isPicture,
    ]);
    expect(found).toEqual([
      ['b', true],
      ['d', false],
      ['g', true],
      ['h', false],
    ]);
  });
});

import { expect, it } from 'vitest';
import { headingsOf } from './headings.ts';

it('finds headings with the anchors that readers see', () => {
  const text = [
    '# Été & *Owls*',
    '```',
    '# not one',
    '```',
    'Ports',
    '-----',
    '## [Link](https://x.example) ##',
    '## Ports',
    '- item',
    '---',
  ].join('\n');
  expect(headingsOf(text)).toEqual([
    { level: 1, title: 'Été & Owls', anchor: 'ete-owls', line: 0 },
    { level: 2, title: 'Ports', anchor: 'ports', line: 4 },
    { level: 2, title: 'Link', anchor: 'link', line: 6 },
    { level: 2, title: 'Ports', anchor: 'ports-1', line: 7 },
  ]);
});

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
    '### <i class="fa-anchor">:anchor:</i> Quay',
  ].join('\n');
  expect(headingsOf(text)).toEqual([
    { level: 1, title: 'Été & Owls', anchor: 'été--owls', aliases: ['ete-owls', 'été-and-owls'], line: 0 },
    { level: 2, title: 'Ports', anchor: 'ports', aliases: [], line: 4 },
    { level: 2, title: 'Link', anchor: 'link', aliases: [], line: 6 },
    { level: 2, title: 'Ports', anchor: 'ports-1', aliases: [], line: 7 },
    { level: 3, title: 'Quay', anchor: 'quay', aliases: [], line: 10 },
  ]);
});

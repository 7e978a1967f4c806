import { expect, it } from 'vitest';
import { describeIncomingLinks } from './incoming-links.ts';

const counted = (links: number, byAddress: number, isPartial = false) => ({
  object: 'site-incoming-links' as const,
  links,
  pages: 1,
  byAddress,
  isPartial,
  spaces: [],
});

it.each([
  [counted(0, 0), 'moved', 'No other space links here.'],
  [counted(1, 0), 'moved', '1 link in 1 page of other spaces leads here. It follows the change.'],
  [
    counted(3, 3),
    'moved',
    '3 links in 1 page of other spaces lead here, written as addresses. The redirects lead on.',
  ],
  [
    counted(3, 1, true),
    'moved',
    'At least 3 links in 1 page of other spaces lead here. 1 is written as an address and uses the redirect; the others follow the change.',
  ],
  [
    counted(2, 1),
    'removed',
    '2 links in 1 page of other spaces lead here. On this site they will lead nowhere.',
  ],
] as const)('says what becomes of links', (links, change, sentence) => {
  expect(describeIncomingLinks(links, change)).toBe(sentence);
});

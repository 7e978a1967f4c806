import { expect, it, describe } from 'vitest';
import {
  isDisplayableImage,
  formatSize,
  visibilityLabelOf,
  linkCsvRows,
  linkStatusLabel,
  referenceName,
} from './labels.ts';

describe('links in words', () => {
  it('names what is known, and what is not as it is written', () => {
    expect(linkStatusLabel('broken').name).toBe('Broken');
    expect(linkStatusLabel('redirected').name).toBe('redirected');
    expect(referenceName({ kind: 'anchor', page: { id: 'p', title: 'Start' }, anchor: 'setup' })).toBe(
      'Start # setup',
    );
    expect(referenceName({ kind: 'url', url: 'https://press.example' })).toBe('https://press.example');
    expect(referenceName(undefined)).toBe('Unknown');
  });

  it('makes rows for a spreadsheet', () => {
    const link = {
      status: 'broken',
      relation: 'page',
      targetReference: { kind: 'page', url: '/pages/gone' },
      locationReferences: [
        { kind: 'page', page: { id: 'a', title: 'Start' } },
        { kind: 'page', page: { id: 'b', title: 'End' } },
      ],
    } as const;
    expect(linkCsvRows([{ ...link, locationReferences: [...link.locationReferences] }])[1]).toEqual([
      'Broken',
      'Page',
      '/pages/gone',
      '/pages/gone',
      'Start; End',
    ]);
  });
});

describe('audienceOf', () => {
  it('says whom a space is for, not who reads it', () => {
    for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'])
      expect(visibilityLabelOf(visibility).meaning).toMatch(/^For /);
  });

  it('says who can read a space', () => {
    expect(visibilityLabelOf('in-collection').name).toBe('Collection');
  });

  it('shows a kind it does not know as it is written', () => {
    expect(visibilityLabelOf('members-only')).toEqual({ name: 'members-only', meaning: '' });
    expect(visibilityLabelOf('constructor').name).toBe('constructor');
  });
});

it.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 2, '5 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

it('knows pictures', () => {
  expect(isDisplayableImage('image/png')).toBe(true);
  expect(isDisplayableImage('image/tiff')).toBe(false);
  expect(isDisplayableImage('text/html')).toBe(false);
});

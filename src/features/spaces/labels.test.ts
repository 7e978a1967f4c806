import { expect, it, describe } from 'vitest';
import {
  isDisplayableImage,
  visibilityLabelOf,
  linkCsvRows,
  linkStatusLabel,
  offeredImportSources,
  referenceName,
} from './labels.ts';

it('offers the import sources that the server takes', () => {
  const values = (defined: readonly string[] | null) =>
    offeredImportSources(defined).map(({ value }) => value);
  expect(values(null)).toHaveLength(9);
  expect(values(['notion', 'website', 'telegram'])).toEqual(['website', 'notion']);
});

describe('links', () => {
  it('have labels, and unknown values are shown as is', () => {
    expect(linkStatusLabel('broken').name).toBe('Broken');
    expect(linkStatusLabel('redirected').name).toBe('redirected');
    expect(referenceName({ kind: 'anchor', page: { id: 'p', title: 'Start' }, anchor: 'setup' })).toBe(
      'Start # setup',
    );
    expect(referenceName({ kind: 'url', url: 'https://press.example' })).toBe('https://press.example');
    expect(referenceName(undefined)).toBe('Unknown');
  });

  it('are formatted as CSV rows', () => {
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

describe('visibilityLabelOf', () => {
  it('describes the intended audience, not the readers', () => {
    for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'])
      expect(visibilityLabelOf(visibility).meaning).toMatch(/^For /);
  });

  it('describes who can read a space', () => {
    expect(visibilityLabelOf('in-collection').name).toBe('Collection');
  });

  it('shows unknown values as is', () => {
    expect(visibilityLabelOf('members-only')).toEqual({ name: 'members-only', meaning: '' });
    expect(visibilityLabelOf('constructor').name).toBe('constructor');
  });
});

it('recognizes displayable images', () => {
  expect(isDisplayableImage('image/png')).toBe(true);
  expect(isDisplayableImage('image/tiff')).toBe(false);
  expect(isDisplayableImage('text/html')).toBe(false);
});

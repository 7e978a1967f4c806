import { describe, expect, it } from 'vitest';
import { linkCsvRows, linkStatusLabel, referenceName } from './link-labels.ts';

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

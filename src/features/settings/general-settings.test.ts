import { describe, expect, it, test } from 'vitest';
import { changedGeneral, type GeneralSettings, siteSelectOptions } from './general-settings.ts';

test('a selected site that is not listed differs from no site', () => {
  expect(siteSelectOptions([], '').map(({ value }) => value)).toEqual(['']);
  expect(siteSelectOptions([], 'hidden')).toEqual([
    { value: '', label: 'None' },
    { value: 'hidden', label: 'A site you can’t access' },
  ]);
});

const now: GeneralSettings = { title: 'Skerry', logo: '', hostname: 'skerry', defaultContent: '', ai: false };

describe('changedGeneral', () => {
  it('sends only changed fields', () => {
    expect(changedGeneral(now, { ...now, title: ' Skerry ' })).toEqual({});
    expect(changedGeneral(now, { ...now, title: 'Skerry AS', ai: true })).toEqual({
      title: 'Skerry AS',
      ai: true,
    });
  });

  it('removes optional values and restores them', () => {
    const full = { ...now, logo: 'https://skerry.example/logo.png', defaultContent: 'site1' };
    expect(changedGeneral(full, now)).toEqual({ logo: null, defaultContent: null });
    expect(changedGeneral(now, full)).toEqual({
      logo: 'https://skerry.example/logo.png',
      defaultContent: { type: 'site', site: 'site1' },
    });
    expect(changedGeneral(now, { ...now, hostname: '' })).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import { changedGeneral, type GeneralSettings } from './general-settings.ts';

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

import { describe, expect, it } from 'vitest';
import { visibilityLabelOf } from './visibility-labels.ts';

describe('audienceOf', () => {
  it('says whom a space is for, not who reads it', () => {
    for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'])
      expect(visibilityLabelOf(visibility).meaning).toMatch(/^For /);
  });

  it('says who can read a space', () => {
    expect(visibilityLabelOf('in-collection').name).toBe('In its collection');
  });

  it('shows a kind it does not know as it is written', () => {
    expect(visibilityLabelOf('members-only')).toEqual({ name: 'members-only', meaning: '' });
    expect(visibilityLabelOf('constructor').name).toBe('constructor');
  });
});

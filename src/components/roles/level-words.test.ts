import { describe, expect, it } from 'vitest';
import { levelKey, levelKeys, levelOfKey, levelWords } from './level-words.ts';

describe('levelWords', () => {
  it('labels no access, inheritance and roles', () => {
    expect(levelWords(null, 'collection').name).toBe('No access');
    expect(levelWords('inherit', 'collection').name).toBe('Inherit from collection');
    expect(levelWords('inherit', 'organization').name).toBe('Organization role');
    expect(levelWords('review', 'collection').name).toBe('Reviewer');
    expect(levelWords('curate', 'collection').name).toBe('curate');
  });
});

describe('levelKey', () => {
  it('converts back to the same level', () => {
    for (const key of levelKeys) expect(levelKey(levelOfKey(key))).toBe(key);
    expect(levelOfKey('curate')).toBe(null);
  });
});

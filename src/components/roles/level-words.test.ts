import { describe, expect, it } from 'vitest';
import { levelKey, levelKeys, levelOfKey, levelWords } from './level-words.ts';

describe('levelWords', () => {
  it('tells no access, inheritance and roles apart', () => {
    expect(levelWords(null, 'collection').name).toBe('No access');
    expect(levelWords('inherit', 'collection').name).toBe('As its collection');
    expect(levelWords('inherit', 'organization').name).toBe('As their role');
    expect(levelWords('review', 'collection').name).toBe('Reviewer');
    expect(levelWords('curate', 'collection').name).toBe('curate');
  });
});

describe('levelKey', () => {
  it('comes back as the level that it stands for', () => {
    for (const key of levelKeys) expect(levelKey(levelOfKey(key))).toBe(key);
    expect(levelOfKey('curate')).toBe(null);
  });
});

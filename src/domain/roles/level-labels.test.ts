import { describe, expect, it } from 'vitest';
import {
  levelChoices,
  levelKey,
  levelKeys,
  levelOfKey,
  levelLabels,
} from '#src/domain/roles/level-labels.ts';

describe('levelLabels', () => {
  it('labels no access, inheritance and roles', () => {
    expect(levelLabels(null, 'collection').name).toBe('No access');
    expect(levelLabels('inherit', 'collection').name).toBe('Inherit from collection');
    expect(levelLabels('inherit', 'organization').name).toBe('Organization role');
    expect(levelLabels('review', 'collection').name).toBe('Reviewer');
    expect(levelLabels('curate', 'collection').name).toBe('curate');
  });
});

describe('levelKey', () => {
  it('converts back to the same level', () => {
    for (const key of levelKeys) expect(levelKey(levelOfKey(key))).toBe(key);
  });

  it('keeps a level that only the server knows, and offers it while it is chosen', () => {
    expect(levelOfKey('curate')).toBe('curate');
    expect(levelChoices('curate').at(-1)).toBe('curate');
    expect(levelChoices('read')).toEqual(levelKeys);
  });
});

// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { contentLevelOf, contentRoleOf, LEVEL, levelOf, roleLabel, roleOf } from './roles.ts';

const ladder = [null, 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

describe('roles and levels', () => {
  it('map to each other in order', () => {
    expect(ladder.map(levelOf)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(ladder.map((_, level) => roleOf(level))).toEqual(ladder);
  });

  it('include inherit for content', () => {
    expect(contentLevelOf('inherit')).toBe(-1);
    expect(contentRoleOf(-1)).toBe('inherit');
    expect(contentRoleOf(contentLevelOf('edit'))).toBe('edit');
    expect(contentRoleOf(contentLevelOf(null))).toBeNull();
  });
});

it('every level has a unique label', () => {
  const labels = Object.values(LEVEL).map(roleLabel);
  expect(labels).toEqual(['guest', 'reader', 'commenter', 'editor', 'reviewer', 'creator', 'administrator']);
  expect(roleLabel(7)).toBe('guest');
});

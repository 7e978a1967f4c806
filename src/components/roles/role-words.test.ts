import { describe, expect, it } from 'vitest';
import { aRole, roleChoices, roleKey, roleMeaning, roleName } from './role-words.ts';

describe('role labels', () => {
  it('have unique names and descriptions', () => {
    expect(new Set(roleChoices.map(roleName)).size).toBe(7);
    expect(new Set(roleChoices.map(roleMeaning)).size).toBe(7);
  });

  it('include the article', () => {
    expect(roleChoices.map(aRole)).toEqual([
      'an administrator',
      'a creator',
      'a reviewer',
      'an editor',
      'a commenter',
      'a reader',
      'a guest',
    ]);
  });

  it('map guests to a key', () => {
    expect(roleChoices.map(roleKey)).toEqual([
      'admin',
      'create',
      'review',
      'edit',
      'comment',
      'read',
      'guest',
    ]);
  });

  it('show unknown roles as is', () => {
    expect(roleName('curate')).toBe('curate');
    expect(roleName('toString')).toBe('toString');
  });
});

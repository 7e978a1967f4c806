import { describe, expect, it } from 'vitest';
import { aRole, roleChoices, roleKey, roleMeaning, roleName } from './role-words.ts';

describe('roles in words', () => {
  it('names every role differently and says what it means', () => {
    expect(new Set(roleChoices.map(roleName)).size).toBe(7);
    expect(new Set(roleChoices.map(roleMeaning)).size).toBe(7);
  });

  it('puts a role into a sentence', () => {
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

  it('writes guests where null has no place', () => {
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

  it('shows a role it does not know as it is written', () => {
    expect(roleName('curate')).toBe('curate');
    expect(roleName('toString')).toBe('toString');
  });
});

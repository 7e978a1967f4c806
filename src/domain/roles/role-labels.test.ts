import { describe, expect, it } from 'vitest';
import {
  roleWithArticle,
  roleOptions,
  newcomerRoleDescription,
  roleChoices,
  roleKey,
  roleOfKey,
  roleDescription,
  roleName,
} from '#src/domain/roles/role-labels.ts';

describe('role labels', () => {
  it('have unique names and descriptions', () => {
    expect(new Set(roleOptions.map(roleName)).size).toBe(7);
    expect(new Set(roleOptions.map(roleDescription)).size).toBe(7);
  });

  it('include the article', () => {
    expect(roleOptions.map(roleWithArticle)).toEqual([
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
    expect(roleOptions.map(roleKey)).toEqual([
      'admin',
      'create',
      'review',
      'edit',
      'comment',
      'read',
      'guest',
    ]);
  });

  it('convert keys back, with what only the server knows', () => {
    expect(roleOptions.map((role) => roleOfKey(roleKey(role)))).toEqual(roleOptions);
    expect(roleOfKey('curate')).toBe('curate');
  });

  it('say which role was missing', () => {
    expect(roleChoices('').at(-1)).toEqual({ value: '', label: 'Unknown' });
    expect(newcomerRoleDescription('')).toBe('');
    expect(roleChoices('guest')).toHaveLength(roleOptions.length);
  });

  it('show unknown roles as is', () => {
    expect(roleName('curate')).toBe('curate');
    expect(roleName('toString')).toBe('toString');
  });
});

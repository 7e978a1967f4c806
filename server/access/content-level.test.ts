// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { INHERIT_LEVEL, effectiveLevel, resolveAccess, initialLevel } from './roles.ts';

const above = { ancestor_path: ['parent', 'grandparent'] };
const parentWithLevel = { ...above, grant_path: ['parent'], resolved_level: 2 };
const parentThatInherits = { ...above, grant_path: ['parent', 'grandparent'], resolved_level: null };

describe('resolveAccess', () => {
  it.each([
    ['its own level top level', 3, null, ['own'], 3],
    ['its own level in a collection', 3, parentWithLevel, ['own'], 3],
    ['no access, explicit', 0, parentWithLevel, ['own'], 0],
    ['the top, inherited', INHERIT_LEVEL, null, ['own'], null],
    ['the level of its parent', INHERIT_LEVEL, parentWithLevel, ['own', 'parent'], 2],
    [
      'the top through its parents',
      INHERIT_LEVEL,
      parentThatInherits,
      ['own', 'parent', 'grandparent'],
      null,
    ],
  ])('finds %s', (_title, defaultLevel, parent, grantPath, resolvedLevel) => {
    expect(resolveAccess({ id: 'own', default_level: defaultLevel }, parent)).toEqual({
      ancestor_path: parent ? ['own', 'parent', 'grandparent'] : ['own'],
      grant_path: grantPath,
      resolved_level: resolvedLevel,
    });
  });
});

describe('initialLevel', () => {
  it.each([
    ['the parent level', parentWithLevel, 1, 2],
    ['no access below a parent without access', { resolved_level: 0 }, 1, 0],
    ['the default role below collections that inherit to the top', parentThatInherits, 3, 3],
    ['the default role top level', null, 1, 1],
  ])('resolves %s', (_title, parent, defaultRole, expected) => {
    expect(initialLevel(parent, defaultRole)).toBe(expected);
  });
});

describe('effectiveLevel', () => {
  it.each([
    ['an administrator with any grant', 6, { granted: 1, resolved_level: 0 }, 6],
    ['a grant before the default level', 1, { granted: 4, resolved_level: 2 }, 4],
    ['a grant below the default level', 5, { granted: 1, resolved_level: 5 }, 1],
    ['the default level before the role', 5, { granted: null, resolved_level: 2 }, 2],
    ['no default access', 5, { granted: null, resolved_level: 0 }, 0],
    ['the role if everything is inherited', 3, { granted: null, resolved_level: null }, 3],
    ['a guest if everything is inherited', 0, { granted: null, resolved_level: null }, 0],
    ['a guest whatever the default level is', 0, { granted: null, resolved_level: 5 }, 0],
    ['a guest with a grant', 0, { granted: 3, resolved_level: 1 }, 3],
  ])('returns the level of %s', (_title, role, content, expected) => {
    expect(effectiveLevel(role, content)).toBe(expected);
  });
});

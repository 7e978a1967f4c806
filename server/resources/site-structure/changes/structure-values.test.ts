// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { findPathProblem } from './structure-values.ts';

describe('findPathProblem', () => {
  it.each(['guides', 'api/v2', 'はじめに', 'a.b', '...'])('accepts %j', (path) => {
    expect(findPathProblem(path)).toBeNull();
  });

  it.each(['two words', 'a?b', 'a#b', '/a', 'a/', 'a//b', '..', 'a/../b', 'tab\there'])(
    'rejects %j',
    (path) => {
      expect(findPathProblem(path)).not.toBeNull();
    },
  );
});

// @module-tag without-database
import { expect, it } from 'vitest';
import { noticeOfNode } from './node-version.ts';

it('an operator is told once that a version of Node gets no fixes any more', () => {
  expect(noticeOfNode('20.20.2')).toContain('Node.js 20.20.2 gets no security fixes any more.');
  expect(noticeOfNode('22.1.0')).toBeUndefined();
  expect(noticeOfNode('24.0.0')).toBeUndefined();
});

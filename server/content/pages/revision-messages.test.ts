// @module-tag without-database
import { expect, it } from 'vitest';
import { describeNames } from './revision-messages.ts';

it('names the first of what was changed', () => {
  const describe = (...names: string[]) => describeNames('Edited', names);
  expect(describe('Valves')).toBe('Edited Valves');
  expect(describe('Valves', 'Pumps')).toBe('Edited Valves and Pumps');
  expect(describe('Valves', 'Pumps', 'Oil')).toBe('Edited Valves, Pumps and Oil');
  expect(describe('Valves', 'Pumps', 'Oil', 'Gas', 'Water')).toBe('Edited Valves, Pumps, Oil and 2 more');
  expect(describe()).toBeUndefined();
});

import { expect, test } from 'vitest';
import { siteSelectOptions } from './selectable-sites.ts';

test('a selected site that is not listed differs from no site', () => {
  expect(siteSelectOptions([], '').map(({ value }) => value)).toEqual(['']);
  expect(siteSelectOptions([], 'hidden')).toEqual([
    { value: '', label: 'None' },
    { value: 'hidden', label: 'A site you can’t access' },
  ]);
});

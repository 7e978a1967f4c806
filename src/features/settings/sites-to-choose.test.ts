import { expect, test } from 'vitest';
import { siteOptions } from './sites-to-choose.ts';

test('a selected site that is not listed differs from no site', () => {
  expect(siteOptions([], '').map(({ value }) => value)).toEqual(['']);
  expect(siteOptions([], 'hidden')).toEqual([
    { value: '', label: 'None' },
    { value: 'hidden', label: 'A site you can’t access' },
  ]);
});

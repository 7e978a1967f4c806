import { expect, test } from 'vitest';
import { siteOptions } from './sites-to-choose.ts';

test('a chosen site that is not among those shown is still told apart from none', () => {
  expect(siteOptions([], '').map(({ value }) => value)).toEqual(['']);
  expect(siteOptions([], 'hidden')).toEqual([
    { value: '', label: 'None' },
    { value: 'hidden', label: 'A site that is not listed for you' },
  ]);
});

import { expect, it } from 'vitest';
import { isAllowedLicence } from './licence-expression.ts';

it.each([
  'MIT',
  'Zlib',
  'MIT OR GPL-3.0-only',
  'GPL-2.0-or-later OR (EPL-2.0 OR Apache-2.0)',
  '(MPL-2.0 OR Apache-2.0)',
  '(MIT AND Zlib)',
  'MIT AND (GPL-3.0-only OR BSD-3-Clause)',
  'EPL-2.0 AND GPL-3.0-only OR ISC',
  'Apache-2.0 WITH LLVM-exception',
])('a maintainer may deliver a package under %s', (expression) => {
  expect(isAllowedLicence(expression)).toBe(true);
});

it.each([
  'EPL-2.0',
  'MPL-2.0',
  'GPL-3.0-only',
  'CC-BY-4.0',
  'EPL-2.0 OR GPL-3.0-only',
  'MIT AND CC-BY-3.0',
  'MIT AND (EPL-2.0 OR MPL-2.0)',
  // `AND` binds more tightly than `OR`.
  'GPL-3.0-only OR MIT AND MPL-2.0',
  'GPL-2.0-only WITH Classpath-exception-2.0',
])('a maintainer cannot deliver a package under %s', (expression) => {
  expect(isAllowedLicence(expression)).toBe(false);
});

it.each([
  '',
  'MIT OR',
  'OR MIT',
  '(MIT',
  'MIT)',
  'MIT ISC',
  'MIT or ISC',
  'MIT/X11',
  'SEE LICENSE IN LICENSE',
  'MIT WITH',
  'MIT OR (ISC',
])('a maintainer gets "%s" refused, which is not an expression', (expression) => {
  expect(isAllowedLicence(expression)).toBe(false);
});

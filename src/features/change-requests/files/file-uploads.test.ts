import { expect, it } from 'vitest';
import { nameWithTypeOf } from './file-uploads.ts';

it.each([
  ['owl.png', 'new.png', 'owl.png'],
  ['owl.png', 'new.PNG', 'owl.png'],
  ['owl.png', 'new.jpg', 'owl.jpg'],
  ['owl', 'new.jpg', 'owl.jpg'],
  ['owl.png', 'new', 'owl.png'],
])('a file called %s that %s replaces is called %s', (name, replacement, expected) => {
  expect(nameWithTypeOf(name, replacement)).toBe(expected);
});

// @module-tag without-database
import { protocol } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { bindAndExecute } from './bind-message.ts';

const { serialize } = protocol;

it.each([
  { statement: '', values: [] },
  { statement: 's1', values: [null, '', 'Größe 🦭', 'x'.repeat(100_000)] },
  { statement: 's2', values: [new Uint8Array([0, 1, 255]), 'é', new Uint8Array(0), null] },
])('writes what the library writes, with $values.length values', ({ statement, values }) => {
  const expected = [
    serialize.bind({
      statement,
      values: values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
    }),
    serialize.execute({}),
    serialize.sync(),
  ];
  expect(bindAndExecute(statement, values).equals(Buffer.concat(expected))).toBe(true);
});

import { expect, it } from 'vitest';
import { selectableFirst } from './selectable-first.ts';

it('puts what cannot be selected last, and changes no other order', () => {
  const takenNames = new Set(['Ada', 'Cleo']);
  const reasonOf = (name: string) => (takenNames.has(name) ? 'Already in the team' : undefined);
  expect(selectableFirst(['Ada', 'Dov', 'Cleo', 'Ben'], reasonOf)).toEqual(['Dov', 'Ben', 'Ada', 'Cleo']);
  expect(selectableFirst(['Dov', 'Ada'], undefined)).toEqual(['Dov', 'Ada']);
});

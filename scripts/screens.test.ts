import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherRoutes, screens } from '../e2e/screens/screens.ts';

/** The addresses of the route tree, from the union of all that a link can lead to. */
function addresses(): string[] {
  const [, union = ''] = /\n  to:\n([^;]*);/.exec(readFileSync('src/routes.gen.ts', 'utf8')) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, address]) => address ?? '');
}

describe('the table of screens', () => {
  it('has every address of the route tree', () => {
    const listed = new Set([...screens.map(({ route }) => route), ...otherRoutes]);
    expect([...listed].toSorted()).toEqual(addresses().toSorted());
  });

  it('names each screen once', () => {
    const names = screens.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});

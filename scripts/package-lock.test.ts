import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const LOCK = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), resolved: z.string().optional() }),
  ),
});

/** Without its address a locked package is looked up among the versions that are old enough: `npm ci` then fails for days. */
it('every locked package names its address at the public registry', () => {
  const { packages } = LOCK.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const locked = Object.entries(packages).filter(([, { integrity }]) => integrity !== undefined);
  expect(locked.length).toBeGreaterThan(500);
  expect(
    locked
      .filter(([, { resolved }]) => resolved?.startsWith('https://registry.npmjs.org/') !== true)
      .map(([path]) => path),
  ).toEqual([]);
});

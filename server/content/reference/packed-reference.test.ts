import { expect, it } from 'vitest';
import type { ReferenceGap } from '#server/database/tables/stored-texts.ts';
import { fillReference } from './packed-reference.ts';

it('lets other requests have their turn while thousands of links are written', async () => {
  const gaps = Array.from({ length: 3000 }, (_, at): ReferenceGap => ({ kind: 'link', href: `/${at}`, at }));
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const pieces = await fillReference(
    { html: Buffer.from('x'.repeat(3000)), gaps, headings: [] },
    ({ href }) => href,
  );
  isDone = true;
  expect(turns).toBeGreaterThan(10);
  expect(Buffer.concat(pieces).toString()).toMatch(/^\/0x\/1x\/2x.*\/2999x$/);
});

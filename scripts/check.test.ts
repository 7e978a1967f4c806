import { expect, it } from 'vitest';
import { runTask, toCommand } from './check.ts';

it('a command gets its arguments as they are', async () => {
  const args = ['-g', 'a|b', '', '$HOME; it’s "quoted"', String.raw`\'`, '--tags-filter=!a && !b'];
  const command = toCommand(`node -p 'JSON.stringify(process.argv.slice(1))' --`, args);
  const { ok, output } = await runTask({ name: 'echo', command });
  expect(JSON.parse(output)).toEqual(args);
  expect(ok).toBe(true);
});

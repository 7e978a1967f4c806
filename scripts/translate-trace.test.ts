import { TraceMap } from '@jridgewell/trace-mapping';
import { expect, it } from 'vitest';
import { translateTrace } from './translate-trace.ts';

// The fifth column of the second line is line 4, column 3 of `app.ts` (counted from 1).
const map = new TraceMap({ version: 3, sources: ['/work/server/app.ts'], names: [], mappings: ';IAGE' });
const mapOf = (name: string) => (name === 'serve-1a2b.js' ? map : null);

it('places of the build become places in the sources', () => {
  const trace = `Error: no
    at start (https://docs.example/assets/serve-1a2b.js:2:5)
    at file:///srv/dist/server/assets/serve-1a2b.js:2:9
    at Object.run (/srv/dist/server/assets/serve-1a2b.js:2:5)`;
  expect(translateTrace(trace, mapOf, '/work')).toBe(`Error: no
    at start (server/app.ts:4:3)
    at server/app.ts:4:3
    at Object.run (server/app.ts:4:3)`);
});

it.each([
  'at x (https://docs.example/assets/other-9z.js:2:5)',
  'at y (https://docs.example/assets/serve-1a2b.js:9:1)',
  'at node:events:502:6',
])('a line without a map stays unchanged: %s', (trace) => {
  expect(translateTrace(trace, mapOf, '/work')).toBe(trace);
});

import { afterAll, beforeAll } from 'vitest';
import { resetSharedClock } from './test-app.ts';
import { permitDatabases } from './test-database.ts';

/** Runs before every test file: clock changes must not leak, and a tag about the engine must be true. */
// oxlint-disable-next-line no-empty-pattern -- the runner asks for a pattern
beforeAll(({}, { tags = [] }) => {
  permitDatabases(!tags.includes('without-database'));
  return resetSharedClock();
});

afterAll(() => permitDatabases(true));

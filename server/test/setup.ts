import { beforeAll } from 'vitest';
import { resetSharedClock } from './test-app.ts';

/** Runs before every file of tests: what one did to the clock must not reach the next. */
beforeAll(() => resetSharedClock());

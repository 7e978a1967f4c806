import { beforeAll } from 'vitest';
import { resetSharedClock } from './test-app.ts';

/** Runs before every test file: clock changes must not leak. */
beforeAll(() => resetSharedClock());

/** Runs beside each file of unit tests: what a file began to import is there before the next file begins. */
import { afterAll, vi } from 'vitest';

// Files of a worker share their modules: one that is still loading when the runner closes a file fails in later ones.
afterAll(() => vi.dynamicImportSettled());

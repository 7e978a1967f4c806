import { createRegistry, createStore } from '#src/lib/store.ts';
import type { StreamState } from './shared-stream.ts';

/** What is known of the stream of the organization on the screen. */
export const streamState = createStore<StreamState>('starting');

/** What this tab has open, so that others see it, as the contract writes it. */
export const openSubjects = createRegistry<string>();

/** What other visible tabs of this browser have open. */
export const otherTabSubjects = createStore<readonly string[]>([]);

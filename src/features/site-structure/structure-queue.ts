import { createChangeQueues } from '#src/components/tree-editor/change-queue.ts';
import type { Change } from './changes/change.ts';

/** The changes of a site's structure that are on their way, by the id of the site. */
export const structureQueueOf = createChangeQueues<Change>();

/** The parts of the benchmark, in the order in which they run; parts of one server follow each other. */
import { routesPart } from './browser/navigation.ts';
import { loadPart } from './browser/page-load.ts';
import { dragPart, scrollPart } from './browser/scroll.ts';
import { typingPart } from './browser/typing.ts';
import type { Part } from './part.ts';
import { pglitePart, postgresPart } from './server/api.ts';
import { eventsPart } from './server/events.ts';
import { gitSyncPart } from './server/git-sync.ts';
import { growthPart } from './server/growth.ts';
import { importsPart } from './server/imports.ts';
import { largeSpacesPart } from './server/large-spaces.ts';
import { noisyNeighborPart } from './server/noisy-neighbor.ts';
import { otherOrganizationsPart } from './server/other-organizations.ts';
import { publishedPart } from './server/published.ts';

export const parts: Part<unknown>[] = [
  // The `pglite` server.
  loadPart,
  routesPart,
  scrollPart,
  dragPart,
  pglitePart,
  // The `large` server.
  typingPart,
  // The `postgres` server.
  postgresPart,
  otherOrganizationsPart,
  publishedPart,
  // Servers of their own.
  growthPart,
  largeSpacesPart,
  noisyNeighborPart,
  importsPart,
  gitSyncPart,
  eventsPart,
];

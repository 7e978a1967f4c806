/** The parts of the benchmark, in the order in which they run; parts of one server follow each other. */
import { pglitePart, postgresPart } from './api.ts';
import { bystanderPart } from './bystander.ts';
import { contentPart } from './content.ts';
import { diffPart } from './differences.ts';
import { dragPart } from './drag.ts';
import { editorPart } from './editor.ts';
import { growthPart } from './growth.ts';
import { inboxPart } from './inbox.ts';
import { longListsPart } from './long-lists.ts';
import { routesPart } from './navigation.ts';
import { noisyNeighborPart } from './noisy-neighbor/noisy-neighbor.ts';
import { loadPart } from './page-load.ts';
import type { Part } from './part.ts';
import { peersPart } from './peers.ts';
import { publishedPart } from './published/published.ts';
import { scrollPart } from './scroll.ts';
import { typingPart } from './typing.ts';

export const parts: Part<unknown>[] = [
  // The `pglite` server.
  loadPart,
  routesPart,
  scrollPart,
  dragPart,
  editorPart,
  peersPart,
  pglitePart,
  // The `large` server.
  inboxPart,
  diffPart,
  longListsPart,
  typingPart,
  // The `postgres` server.
  postgresPart,
  bystanderPart,
  // Servers of their own.
  contentPart,
  growthPart,
  noisyNeighborPart,
  publishedPart,
];

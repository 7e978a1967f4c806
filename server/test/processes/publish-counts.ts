import type { PubSub } from '#server/database/engine/pub-sub.ts';
import { onCountsInvalidated } from '#server/lists/count-cache.ts';

/** How often a process has published, or is about to, by topic. */
export interface PublishCounts {
  /** Actor invalidations, which affect every request. */
  actors: number;
  /** Count invalidations, which affect lists. */
  counts: number;
}

/** Counts what this process publishes from now on. */
export function trackPublishes(pubSub: PubSub | undefined): PublishCounts {
  const counts: PublishCounts = { actors: 0, counts: 0 };
  // They are published a little later.
  onCountsInvalidated(() => {
    counts.counts += 1;
  });
  if (!pubSub) return counts;
  const publish = pubSub.publish.bind(pubSub);
  pubSub.publish = (topic, text) => {
    if (topic === 'actors') counts.actors += 1;
    return publish(topic, text);
  };
  return counts;
}

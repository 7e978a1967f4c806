import type { PubSub } from '#server/database/pub-sub.ts';
import { onCountsInvalidated } from '#server/lists/count-cache.ts';

/** How often a process has published, or is about to, by topic. */
export interface PublishCounts {
  /** Actor invalidations, which affect every request. */
  actors: number;
  /** Count invalidations, which affect lists. */
  counts: number;
}

/** Counts what this process publishes from now on. */
export function trackPublishes(notices: PubSub | undefined): PublishCounts {
  const news: PublishCounts = { actors: 0, counts: 0 };
  // They are published a little later.
  onCountsInvalidated(() => {
    news.counts += 1;
  });
  if (!notices) return news;
  const tell = notices.publish.bind(notices);
  notices.publish = (topic, text) => {
    if (topic === 'callers') news.actors += 1;
    return tell(topic, text);
  };
  return news;
}

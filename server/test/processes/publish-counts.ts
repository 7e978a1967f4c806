import type { PubSub } from '#server/database/pub-sub.ts';
import { onCountsInvalidated } from '#server/count-cache.ts';

/** How often a process has told the others on its database something, or is about to. */
export interface PublishCounts {
  /** About callers, which decides about every request. */
  actors: number;
  /** About figures, which lists answer. */
  counts: number;
}

/** Counts what this process tells from now on. */
export function trackPublishes(notices: PubSub | undefined): PublishCounts {
  const news: PublishCounts = { actors: 0, counts: 0 };
  // It tells of them a little later.
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

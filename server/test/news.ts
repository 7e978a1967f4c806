import type { Notices } from '#server/database/notices.ts';
import { onFiguresForgotten } from '#server/remembered.ts';

/** How often a process has told the others on its database something, or is about to. */
export interface News {
  /** About callers, which decides about every request. */
  callers: number;
  /** About figures, which lists answer. */
  figures: number;
}

/** Counts what this process tells from now on. */
export function countNews(notices: Notices | undefined): News {
  const news: News = { callers: 0, figures: 0 };
  // It tells of them a little later.
  onFiguresForgotten(() => {
    news.figures += 1;
  });
  if (!notices) return news;
  const tell = notices.tell.bind(notices);
  notices.tell = (topic, text) => {
    if (topic === 'callers') news.callers += 1;
    return tell(topic, text);
  };
  return news;
}

import { choiceParam, textParam } from '#src/lib/search-params.ts';

/** URL parameters: filters and the open comment. */
export const threadParams = {
  status: choiceParam(['open', 'resolved', 'all']),
  /** User id of the author. */
  author: textParam(64),
  /** Page id. */
  page: textParam(64),
  /** Space id. */
  space: textParam(64),
};

export interface ThreadSearch {
  status?: 'open' | 'resolved' | 'all';
  author?: string;
  page?: string;
  space?: string;
}

/** The filter of a URL; open comments by default. */
export function filterOf({ status = 'open', author, page, space }: ThreadSearch) {
  return { status, author, page, space };
}

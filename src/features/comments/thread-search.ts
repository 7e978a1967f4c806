import { choiceParam, textParam } from '#src/lib/search-params.ts';

/** Filters of a list of discussions, and the one that is open; part of the address. */
export const threadParams = {
  status: choiceParam(['open', 'resolved', 'all']),
  /** Identifier of who started them. */
  author: textParam(64),
  /** Identifier of a page. */
  page: textParam(64),
  /** Identifier of a space. */
  space: textParam(64),
};

/** What the address says. */
export interface ThreadSearch {
  status?: 'open' | 'resolved' | 'all';
  author?: string;
  page?: string;
  space?: string;
}

/** The filter that an address stands for: without a state, the open ones. */
export function filterOf({ status = 'open', author, page, space }: ThreadSearch) {
  return { status, author, page, space };
}

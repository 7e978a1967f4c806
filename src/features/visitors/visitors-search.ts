import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

export type View = 'simulator' | 'conditions' | 'claims' | 'authentication';

const parsers = {
  view: choiceParam(['simulator', 'conditions', 'claims', 'authentication']),
  /** The open cell of the matrix: item and segment. */
  item: textParam(64),
  segment: textParam(100),
  /** Filters items by title. */
  find: textParam(),
  /** The open dialog and its claim. */
  dialog: choiceParam(['new', 'edit', 'rename', 'remove', 'json', 'segment', 'key']),
  claim: textParam(128),
};

export type VisitorsSearch = SearchParams<typeof parsers>;

export const parseVisitorsSearch = searchParams(parsers);

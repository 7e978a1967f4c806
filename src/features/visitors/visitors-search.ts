import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

export type View = 'simulator' | 'conditions' | 'claims';

const parsers = {
  view: choiceParam(['simulator', 'conditions', 'claims']),
  /** The open cell of the simulator: an item and a segment. */
  item: textParam(64),
  segment: textParam(100),
  /** Only items whose titles contain this. */
  find: textParam(),
  /** The open dialog, and the claim that it is about. */
  dialog: choiceParam(['new', 'describe', 'rename', 'remove', 'json', 'segment']),
  claim: textParam(128),
};

/** What the address of the screen holds. */
export type VisitorsSearch = SearchParams<typeof parsers>;

/** Reads the address of the screen. */
export const parseVisitorsSearch = searchParams(parsers);

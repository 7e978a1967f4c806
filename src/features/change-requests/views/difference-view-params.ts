import { choiceParam } from '#src/lib/search-params.ts';
import { comparisonBases } from './sides.ts';

/** How differences are shown; part of the address. */
export const differenceViewParams = {
  /** With what the change request began from, or with the space as it is now. */
  base: choiceParam(comparisonBases),
  /** As readers see it, or the markdown. */
  view: choiceParam(['rendered', 'source']),
  layout: choiceParam(['inline', 'side']),
  tree: choiceParam(['all']),
};

/** What the address says, with what is meant where it says nothing. */
export interface DifferenceViewOptions {
  base?: 'start' | 'main';
  view?: 'rendered' | 'source';
  layout?: 'inline' | 'side';
  tree?: 'all';
}

import { choiceParam } from '#src/lib/search-params.ts';
import { comparisonBases } from './sides.ts';

/** URL parameters for showing differences. */
export const differenceViewParams = {
  /** Compare with the original or the current space. */
  base: choiceParam(comparisonBases),
  /** Rendered, or Markdown source. */
  view: choiceParam(['rendered', 'source']),
  layout: choiceParam(['inline', 'side']),
  tree: choiceParam(['all']),
};

/** The parsed parameters; absent ones mean the default. */
export interface DifferenceViewOptions {
  base?: 'start' | 'main';
  view?: 'rendered' | 'source';
  layout?: 'inline' | 'side';
  tree?: 'all';
}

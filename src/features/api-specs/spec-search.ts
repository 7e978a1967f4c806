import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';

/** Tabs of the latest version. */
export const specTabs = ['operations', 'raw'] as const;

/** Parses the URL of a specification page. */
export const parseSpecSearch = searchParams({ tab: choiceParam(specTabs) });

/** Parses the URL of a comparison; invalid values are dropped. */
export const parseCompareSearch = searchParams({
  /** Version ids. */
  from: textParam(64),
  to: textParam(64),
  tab: choiceParam(['operations', 'text'] as const),
  only: choiceParam(['breaking'] as const),
});

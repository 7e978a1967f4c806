import { choiceParam, searchParams, textParam } from '#src/lib/search-params.ts';

/** What is shown of the latest version. */
export const specTabs = ['operations', 'raw'] as const;

/** Reads the address of a specification's page. */
export const parseSpecSearch = searchParams({ tab: choiceParam(specTabs) });

/** Reads the address of a comparison; whatever does not fit is left out. */
export const parseCompareSearch = searchParams({
  /** The ids of the versions. */
  from: textParam(64),
  to: textParam(64),
  tab: choiceParam(['operations', 'text'] as const),
  /** Only breaking changes. */
  only: choiceParam(['breaking'] as const),
});

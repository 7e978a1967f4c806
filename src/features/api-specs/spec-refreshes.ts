import type { Refresh } from '#src/api/queries.ts';

/** What a change of the specifications of an organization makes out of date. */
export const specRefreshes = (organizationId: string): Refresh[] => {
  const path = { organizationId };
  return [
    { operation: 'listApiSpecs', path },
    { operation: 'getApiSpec', path },
  ];
};

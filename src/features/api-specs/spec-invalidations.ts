import type { InvalidationTarget } from '#src/api/queries.ts';

/** What a change of the specifications of an organization makes out of date. */
export const specInvalidations = (organizationId: string): InvalidationTarget[] => {
  const path = { organizationId };
  return [
    { operation: 'listApiSpecs', path },
    { operation: 'getApiSpec', path },
  ];
};

import type { InvalidationTarget } from '#src/api/queries.ts';

/** Queries to invalidate after a specification changes. */
export const specInvalidations = (organizationId: string): InvalidationTarget[] => {
  const path = { organizationId };
  return [
    { operation: 'listApiSpecs', path },
    { operation: 'getApiSpec', path },
  ];
};

import type { SearchParamParser } from '#src/lib/search-params.ts';

/** As many as fit into what the API takes. */
const MAX_CLAIMS = 50;
const MAX_NAME_LENGTH = 128;

/** Claims of a visitor by dotted name: `{"isPartner":true}`. What is no boolean is dropped. */
export const claimsParam: SearchParamParser<Readonly<Record<string, boolean>>> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const claims = Object.entries(value)
    .filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')
    .filter(([name]) => name.length <= MAX_NAME_LENGTH)
    .slice(0, MAX_CLAIMS);
  return Object.fromEntries(claims);
};

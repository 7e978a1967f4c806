import { type ClaimValue, isClaimValue, MAX_CLAIM_VALUE } from '#src/features/visitors/claim-value.ts';
import type { SearchParamParser } from '#src/lib/search-params.ts';

/** As many as fit into what the API takes. */
const MAX_CLAIMS = 50;
const MAX_NAME_LENGTH = 128;

/** Claims of a visitor by dotted name: `{"isPartner":true,"plan":"pro"}`. What is no value of a claim is dropped. */
export const claimsParam: SearchParamParser<Readonly<Record<string, ClaimValue>>> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const claims = Object.entries(value)
    .filter((entry): entry is [string, ClaimValue] => isClaimValue(entry[1]))
    .filter(([name, text]) => name.length <= MAX_NAME_LENGTH && String(text).length <= MAX_CLAIM_VALUE)
    .slice(0, MAX_CLAIMS);
  return Object.fromEntries(claims);
};

export type ClaimValue = string | number | boolean | null;

/** The longest text that a segment has as a value, in UTF-16 code units. */
export const MAX_CLAIM_VALUE = 128;

/** Whether a value can be that of a claim. */
export const isClaimValue = (value: unknown): value is ClaimValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

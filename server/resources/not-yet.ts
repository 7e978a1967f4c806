import type { OperationId } from '../contract.ts';

/** The operations that this server answers with 501. The list shrinks to nothing. */
export const NOT_YET = [
  // later
  // extensions
] as const satisfies readonly OperationId[];

/** An operation that is not served yet. */
export type NotYet = (typeof NOT_YET)[number];
/** An operation that a resource answers. */
export type Served = Exclude<OperationId, NotYet>;

/** The operations of the contract, as types. */
import type * as queries from '#api/generated/@tanstack/react-query.gen.ts';
import type * as operations from '#api/generated/sdk.gen.ts';

/** An operation by its id. */
export type Operation = keyof typeof operations;

type MutationName<Name> = Name extends `${infer Id extends Operation}Mutation` ? Id : never;

/** An operation that changes something. */
export type ChangingOperation = MutationName<keyof typeof queries>;

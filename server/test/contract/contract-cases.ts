import type { OperationId, OperationRequest } from '#server/contract/contract.ts';
import type { TestMember } from '../factories.ts';
import type { ApiFixture, Call, CallFactory } from './call-factories.ts';

/** The lists that come page by page. */
export type ListId = {
  [Id in OperationId]: 'limit' | 'page' extends keyof OperationRequest<Id>['query'] ? Id : never;
}[OperationId];

/** The ids in the URLs, by their names. A domain is no id. */
export type IdKind = Exclude<
  { [Id in OperationId]: keyof OperationRequest<Id>['params'] }[OperationId],
  'emailDomain'
>;

/** The status that each caller gets for a request that is otherwise valid. */
export type Statuses = readonly [
  noToken: number,
  unknownToken: number,
  adminOfAnotherOrganization: number,
  disabledAdmin: number,
  guest: number,
  reader: number,
  commenter: number,
  editor: number,
  reviewer: number,
  creator: number,
  ownerOfTheTeam: number,
  admin: number,
];

/** How a list gains and loses items. */
export interface ListFixture {
  addItem: (fixture: ApiFixture, call: Call) => Promise<unknown>;
  /** The URL whose deletion takes an item off the list, or what takes it off in another way. */
  deleteItem: (fixture: ApiFixture, call: Call, id: string) => string | Promise<string | void>;
}

/** The limits on the length of a text, and a text of a length that is accepted at the edge (null: none is). */
export type TextLimit = readonly [min: number, max: number, fill: ((length: number) => string) | null];

/** A field of a body that names something by its id; `others` are ids of the same organization. */
export type Reference<Id extends OperationId> = readonly [
  operation: Id,
  kind: IdKind,
  body: (id: string, others: Record<string, string>) => object,
];

/** How the tests of ids treat one kind of them. */
export interface IdCase {
  /** A kind whose ids are never mistaken for ids of this one. */
  otherKind: IdKind;
  /** It means nothing below another parent of the same organization. */
  hasParent?: true;
  /** What deletes it. Without one it goes with its parent. */
  url?: (ids: Record<string, string>, base: string) => string;
  /** Nothing deletes what was created for the tests. */
  isKeptWhenUnknown?: true;
}

/** Where an operation differs from the rule, with the reason beside it. */
export interface Exceptions {
  /** Ids that may be unknown: there is nothing left to do, or it is created. */
  unknownIds?: { [Kind in IdKind]?: 'ignored' | 'created' };
  /** It takes ids of what was deleted. */
  takesDeleted?: true;
  /** Another parent's part that the caller sees is a conflict. */
  conflictsWithOtherParent?: true;
  /** It leaves no entry in the audit log. */
  isUnaudited?: true;
  /** Makes the call change something that would change nothing as it is created. */
  prepareAudit?: (fixture: ApiFixture, call: Call) => Promise<unknown>;
  /** The caller, if it is not the administrator. */
  auditCaller?: () => Promise<TestMember>;
}

/** All that the tests of the whole interface need to know about some operations and ids. */
export interface ContractCases<Id extends OperationId, Kind extends IdKind> {
  /** A valid call of each operation. */
  calls: Record<Id, CallFactory>;
  permissions: Record<Id, Statuses>;
  lists: Record<Extract<Id, ListId>, ListFixture>;
  /** By operation and field of its body. */
  limits: { [Each in Id]?: Record<string, TextLimit> };
  references: readonly Reference<Id>[];
  exceptions: { [Each in Id]?: Exceptions };
  ids: Record<Kind, IdCase>;
  /** Creates one of each kind, all of one organization. */
  createIds: (fixture: ApiFixture) => Promise<Record<string, string>>;
}

type Optional = 'limits' | 'references' | 'exceptions' | 'createIds';

/**
 * The cases of one noun. Does not compile while an operation with a call has no permissions or, as a list, no items.
 */
export function contractCases<Id extends OperationId, Kind extends IdKind = never>(
  cases: Pick<ContractCases<Id, Kind>, 'calls' | 'ids'> &
    Pick<ContractCases<NoInfer<Id>, Kind>, 'permissions' | 'lists'> &
    Partial<Pick<ContractCases<NoInfer<Id>, Kind>, Optional>>,
): ContractCases<Id, Kind> {
  return { limits: {}, references: [], exceptions: {}, createIds: async () => ({}), ...cases };
}

import type { OperationId, OperationRequest } from '#server/contract/contract.ts';
import type { TestMember } from '../factories.ts';
import type { ApiFixture, Call, CallFactory } from './call-factories.ts';

/** The paginated lists. */
export type ListId = {
  [Id in OperationId]: 'limit' | 'page' extends keyof OperationRequest<Id>['query'] ? Id : never;
}[OperationId];

/** The names of ids in URLs. A domain, a path and a kind are no ids. */
export type IdKind = Exclude<
  { [Id in OperationId]: keyof OperationRequest<Id>['params'] }[OperationId],
  'emailDomain' | 'pagePath' | 'subjectKind'
>;

/** The status that each caller gets for a valid request. */
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

/** Adds and deletes items of a list. */
export interface ListFixture {
  addItem: (fixture: ApiFixture, call: Call) => Promise<unknown>;
  /** The URL to delete, or undefined if the function has deleted the item itself. */
  deleteItem: (fixture: ApiFixture, call: Call, id: string) => string | Promise<string | void>;
}

/** The length limits of a text, and a generator of accepted texts (null: no text of that length is accepted). */
export type TextLimit = readonly [min: number, max: number, fill: ((length: number) => string) | null];

/** A field of a body that contains an id; `others` are ids of the same organization. */
export type Reference<Id extends OperationId> = readonly [
  operation: Id,
  kind: IdKind,
  body: (id: string, others: Record<string, string>) => object,
];

/** How the tests treat one kind of id. */
export interface IdCase {
  /** A kind whose ids must not be accepted as ids of this kind. */
  otherKind: IdKind;
  /** It must not be found below another parent of the same organization. */
  hasParent?: true;
  /** The URL that deletes it. Without one it is deleted with its parent. */
  url?: (ids: Record<string, string>, base: string) => string;
  /** It belongs to the installation, and to no organization. */
  isOfInstallation?: true;
  /** It cannot be deleted. */
  isKeptWhenUnknown?: true;
}

/** How an operation differs from the rule, with the reason. */
export interface Exceptions {
  /** Unknown ids that are not an error: the request has no effect, or creates the item. */
  unknownIds?: { [Kind in IdKind]?: 'ignored' | 'created' };
  /** It accepts ids of deleted items. */
  takesDeleted?: true;
  /** A visible item of another parent is a conflict. */
  conflictsWithOtherParent?: true;
  /** It creates no audit entry. */
  isUnaudited?: true;
  /** Prepares the call so that it changes something. */
  prepareAudit?: (fixture: ApiFixture, call: Call) => Promise<unknown>;
  /** The caller, if it is not the administrator. */
  auditCaller?: () => Promise<TestMember>;
}

/** Everything that the contract tests need to know about some operations and ids. */
export interface ContractCases<Id extends OperationId, Kind extends IdKind> {
  /** A valid call of each operation. */
  calls: Record<Id, CallFactory>;
  /** Bodies that mean the same to clients of the public platform; each replaces that of a valid call. */
  otherBodies: { [Each in Id]?: readonly ((fixture: ApiFixture) => object | Promise<object>)[] };
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

type Optional = 'otherBodies' | 'limits' | 'references' | 'exceptions' | 'createIds';

/**
 * The cases of one noun. Does not compile while an operation with a call has no permissions or, as a list, no items.
 */
export function contractCases<Id extends OperationId, Kind extends IdKind = never>(
  cases: Pick<ContractCases<Id, Kind>, 'calls' | 'ids'> &
    Pick<ContractCases<NoInfer<Id>, Kind>, 'permissions' | 'lists'> &
    Partial<Pick<ContractCases<NoInfer<Id>, Kind>, Optional>>,
): ContractCases<Id, Kind> {
  return {
    otherBodies: {},
    limits: {},
    references: [],
    exceptions: {},
    createIds: async () => ({}),
    ...cases,
  };
}

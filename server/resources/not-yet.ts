import type { OperationId } from '../contract.ts';

/** The operations that this server answers with 501. The list shrinks to nothing. */
export const NOT_YET = [
  // later
  'listSamlProviders',
  'createSamlProvider',
  'getSamlProvider',
  'deleteSamlProvider',
  'updateSamlProvider',
  'listSsoLogins',
  'importSpaceContent',
  'importChangeRequestContent',
  'listChangeRequests',
  'createChangeRequest',
  'getChangeRequest',
  'updateChangeRequest',
  'mergeChangeRequest',
  'updateChangeRequestFromMain',
  'getChangeRequestPdf',
  'listSpaceComments',
  'createSpaceComment',
  'getSpaceComment',
  'updateSpaceComment',
  'deleteSpaceComment',
  'listSpaceCommentReplies',
  'createSpaceCommentReply',
  'getSpaceCommentReply',
  'updateSpaceCommentReply',
  'listChangeRequestComments',
  'createChangeRequestComment',
  'getChangeRequestComment',
  'updateChangeRequestComment',
  'deleteChangeRequestComment',
  'listChangeRequestCommentReplies',
  'createChangeRequestCommentReply',
  'getChangeRequestCommentReply',
  // extensions
  'listOrganizationChangeRequests',
  'countOrganizationChangeRequests',
  'listOrganizationComments',
  'getChangeRequestChanges',
  'updateChangeRequestCommentReply',
  'deleteChangeRequestCommentReply',
  'getChangeRequestConflicts',
  'editChangeRequestContent',
  'listRequestedReviewers',
  'requestReviewers',
  'removeRequestedReviewer',
  'listReviews',
  'createReview',
  'deleteSpaceCommentReply',
] as const satisfies readonly OperationId[];

/** An operation that is not served yet. */
export type NotYet = (typeof NOT_YET)[number];
/** An operation that a resource answers. */
export type Served = Exclude<OperationId, NotYet>;

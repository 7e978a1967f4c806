import type { Arrange } from './call-parts.ts';
import { inWritten } from './calls-content.ts';

const CHANGE_REQUEST = ['spaceId', 'changeRequestId'] as const;

/** Calls of the operations on change requests. */
export const CHANGE_REQUEST_CALLS = {
  listChangeRequests: inWritten(['spaceId']),
  createChangeRequest: inWritten(['spaceId'], { subject: 'Say it shorter' }),
  getChangeRequest: inWritten(CHANGE_REQUEST),
  updateChangeRequest: inWritten(CHANGE_REQUEST, { subject: 'Say it shorter' }),
  mergeChangeRequest: inWritten(CHANGE_REQUEST),
  updateChangeRequestFromMain: inWritten(CHANGE_REQUEST),
  getChangeRequestChanges: inWritten(CHANGE_REQUEST),
  getChangeRequestConflicts: inWritten(CHANGE_REQUEST),
  editChangeRequestContent: inWritten(CHANGE_REQUEST, {
    changes: [{ operation: 'insert_page', title: 'New page' }],
  }),
} satisfies Record<string, Arrange>;

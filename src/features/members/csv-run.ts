import { ApiError, errorMessage } from '#src/api/errors.ts';
import { inviteMembers } from '#api/generated/sdk.gen.ts';
import { changeMember } from '#src/components/member-bulk/change-member.ts';
import type { MemberChange } from '#src/components/member-bulk/member-change.ts';
import { describeMemberChange } from './csv-change-text.ts';
import type { NewMember, RowChange } from './csv-plan.ts';

/** What was done of one line. A line that failed halfway goes on from here when it is tried again. */
export interface RowProgress {
  /** The id of somebody who became a member. */
  addedUserId?: string;
  /** The changes that were made, in order. */
  done: MemberChange[];
}

/**
 * Does what one line of a file asks for, in order: first the membership, then the teams. Where a part fails, the error
 * says which, and what was done before it.
 *
 * @param progress what was done of this line before; kept up to date
 */
export async function executeRow(
  organizationId: string,
  work: RowChange,
  progress: RowProgress,
): Promise<void> {
  const [id, changes] =
    'email' in work
      ? await addMember(organizationId, work, progress)
      : ([work.member.id, work.changes] as const);
  for (const change of changes.slice(progress.done.length)) {
    try {
      await changeMember(organizationId, { id }, change);
    } catch (error) {
      throw withProgress(error, change, progress);
    }
    progress.done.push(change);
  }
}

/**
 * Makes somebody a member.
 *
 * @returns their id, and what is left to do
 */
async function addMember(
  organizationId: string,
  { email, role, sso, teams }: NewMember,
  progress: RowProgress,
): Promise<readonly [string, readonly MemberChange[]]> {
  const teamChanges = teams.map((team): MemberChange => ({ kind: 'team', team, role: 'member' }));
  if (progress.addedUserId !== undefined) return [progress.addedUserId, teamChanges];
  const { data } = await inviteMembers({
    path: { organizationId },
    // Together with the membership, so that nobody comes in by another way before.
    body: { emails: [role === undefined ? email : { email, role }], ...(sso && { sso }) },
    throwOnError: true,
  });
  const [id] = data.users;
  if (id === undefined) throw notAddedError(email, data.failedSSOEmails);
  if (data.invited > 0) {
    progress.addedUserId = id;
    return [id, teamChanges];
  }
  // Somebody else added them since the plan was made, and the server left them as they are.
  const remaining: MemberChange[] = [
    ...(role === undefined ? [] : [{ kind: 'role', role } as const]),
    ...teamChanges,
    ...(sso ? [{ kind: 'sso' } as const] : []),
  ];
  return [id, remaining];
}

function notAddedError(email: string, failedSso: readonly string[]): ApiError {
  const message =
    failedSso.length > 0
      ? `Not added. No identity provider covers ${email}.`
      : 'Not added. The server accepted the request but didn’t add this person.';
  return new ApiError({ status: 409, message, operation: 'POST' });
}

/** The same error, with a message that names the part that failed and what was done before. */
function withProgress(error: unknown, change: MemberChange, progress: RowProgress): ApiError {
  const done = [
    ...(progress.addedUserId === undefined ? [] : ['added as a member']),
    ...progress.done.map((one) => describeMemberChange(one, 'done')),
  ];
  const before = done.length > 0 ? `Done: ${done.join(', ')}. ` : '';
  const message = `${before}Failed: ${describeMemberChange(change, 'open')}. ${errorMessage(error)}`;
  if (!(error instanceof ApiError)) return new ApiError({ status: 409, message, operation: '' });
  const { status, details, requestId, operation, retryAfter } = error;
  return new ApiError({ status, details, requestId, operation, retryAfter, message });
}

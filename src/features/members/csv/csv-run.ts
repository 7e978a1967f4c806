import { inviteMembers } from '#api/generated/sdk.gen.ts';
import type { InvitedAccountLink } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { changeMember } from '#src/domain/member-bulk/change-member.ts';
import type { MemberChange } from '#src/domain/member-bulk/plan-members.ts';
import { roleName, roleKey } from '#src/domain/roles/role-labels.ts';
import { formatCsv } from '#src/lib/text/csv.ts';
import type { NewMember, RowChange } from './csv-plan.ts';

/** "joined “Writers”" once done, "joining “Writers”" before. */
function describeMemberChange(change: MemberChange, state: 'done' | 'open'): string {
  const isDone = state === 'done';
  switch (change.kind) {
    case 'role':
      return `${isDone ? 'changed' : 'changing'} the role to ${roleName(change.role).toLowerCase()}`;
    case 'team':
      if (change.role === null) return `${isDone ? 'left' : 'leaving'} “${change.team.title}”`;
      return `${isDone ? 'joined' : 'joining'} “${change.team.title}”`;
    case 'sso':
      return isDone ? 'required single sign-on' : 'requiring single sign-on';
    default:
      return isDone ? 'removed' : 'removing';
  }
}

/** The completed steps of one row. A retry continues from here. */
export interface RowProgress {
  /** Set once a new member was added. */
  addedUserId?: string;
  /** The link of a new member who gets no mail. */
  accountLink?: InvitedAccountLink;
  done: MemberChange[];
}

/**
 * Executes one row: first the membership, then the teams. An error names the part that failed and what was done before.
 *
 * @param progress updated in place
 * @param needsLinks whether links are created for new members, because no mail is sent
 */
export async function executeRow(
  organizationId: string,
  work: RowChange,
  progress: RowProgress,
  needsLinks = false,
): Promise<void> {
  const [id, changes] =
    'email' in work
      ? await addMember(organizationId, work, progress, needsLinks)
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
 * @returns the user id and the remaining changes
 */
async function addMember(
  organizationId: string,
  { email, role, sso, teams }: NewMember,
  progress: RowProgress,
  needsLinks: boolean,
): Promise<readonly [string, readonly MemberChange[]]> {
  const teamChanges = teams.map((team): MemberChange => ({ kind: 'team', team, role: 'member' }));
  if (progress.addedUserId !== undefined) return [progress.addedUserId, teamChanges];
  const { data } = await inviteMembers({
    path: { organizationId },
    // In one request, so that there is no time without the requirement.
    body: {
      emails: [role === undefined ? email : { email, role }],
      ...(sso && { sso }),
      ...(needsLinks && { accountLinks: true }),
    },
    throwOnError: true,
  });
  const [id] = data.users;
  if (id === undefined) throw notAddedError(email, data.failedSSOEmails);
  if (data.invited > 0) {
    progress.addedUserId = id;
    const [accountLink] = data.accountLinks ?? [];
    if (accountLink) progress.accountLink = accountLink;
    return [id, teamChanges];
  }
  // Someone else added them since the plan was made, and the server left them unchanged.
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

/** The same error with the failed part and the completed parts in its message. */
function withProgress(error: unknown, change: MemberChange, progress: RowProgress): ApiError {
  const completedSteps = [
    ...(progress.addedUserId === undefined ? [] : ['added as a member']),
    ...progress.done.map((completed) => describeMemberChange(completed, 'done')),
  ];
  const before = completedSteps.length > 0 ? `Done: ${completedSteps.join(', ')}. ` : '';
  const message = `${before}Failed: ${describeMemberChange(change, 'open')}. ${errorMessage(error)}`;
  if (!(error instanceof ApiError)) return new ApiError({ status: 409, message, operation: '' });
  const { status, details, requestId, operation, retryAfter } = error;
  return new ApiError({ status, details, requestId, operation, retryAfter, message });
}

/** The links of new members, to pass on; null if there are none. */
export function createLinksCsv(progress: Iterable<RowProgress>): string | null {
  const links = [...progress].flatMap(({ accountLink }) => accountLink ?? []);
  if (links.length === 0) return null;
  return formatCsv([
    ['email', 'link', 'expires'],
    ...links.map(({ email, link, expiresAt }) => [email, link, expiresAt]),
  ]);
}

export const revertHeadings = ['email', 'role', 'add to teams', 'leave teams', 'remove'];

type TeamChange = Extract<MemberChange, { kind: 'team' }>;

/**
 * The CSV that reverts an import: previous roles, teams left and joined again, new members removed, removed members
 * invited with their role. It cannot turn off single sign-on or restore teams and spaces of removed members.
 *
 * @param progress what was done per row, also of rows that failed halfway
 * @returns null if nothing can be reverted
 */
export function createRevertCsv(
  plan: readonly PlannedStep<RowChange>[],
  progress: ReadonlyMap<RowChange, RowProgress>,
): string | null {
  const rows = plan
    .flatMap(({ item }) => {
      const completed = progress.get(item);
      return completed ? [revertRow(item, completed)] : [];
    })
    .filter((cells) => cells.slice(1).some(Boolean));
  return rows.length === 0 ? null : formatCsv([revertHeadings, ...rows]);
}

function revertRow(work: RowChange, { addedUserId, done: changes }: RowProgress): string[] {
  if (addedUserId !== undefined && 'email' in work) return [work.email, '', '', '', 'yes'];
  const teams = changes.filter((change): change is TeamChange => change.kind === 'team');
  const titles = (wasLeft: boolean) =>
    teams
      .filter(({ role }) => (role === null) === wasLeft)
      .map(({ team }) => team.title)
      .join(' | ');
  // Added by someone else in the meantime, so the previous role is unknown.
  if ('email' in work) return [work.email, '', titles(true), titles(false), ''];
  const { member } = work;
  const hadRole = changes.some(({ kind }) => kind === 'role' || kind === 'remove');
  const key = member.user.email ?? member.id;
  return [key, hadRole ? roleKey(member.role) : '', titles(true), titles(false), ''];
}

import { SignJWT } from 'jose';
import type { Member, VisitorClaims } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { LEVEL, roleOf } from '#server/access/roles.ts';
import { type UserRow, toUserView } from '#server/access/users.view.ts';
import { badRequest, type ErrorDetail } from '#server/base/errors.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { MemberKey } from './named-members.queries.ts';

/** A member with their account. */
export interface MemberRow
  extends
    UserRow,
    Pick<
      Row<'members'>,
      'organization_id' | 'role' | 'disabled' | 'sso' | 'joined_at' | 'last_seen_at' | 'invited_at'
    > {}

export interface MemberCounts {
  /** Accessible spaces. */
  spaces: number;
  teams: number;
}

/** Guests may not. */
export function canListMembers(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

/** Guests can only view themselves. */
export function canViewMember(membership: Membership, userId: string): boolean {
  return canListMembers(membership) || membership.userId === userId;
}

/** Role and single sign-on. */
export function canManageMembers(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** Administrators may remove anyone, members themselves. */
export function canRemoveMember(membership: Membership, userId: string): boolean {
  return isAdministrator(membership) || membership.userId === userId;
}

const HOUR_SECONDS = 3600;

/** A JWT that identifies the visitor for an hour; the response member is named after the brand. */
export async function createVisitorClaims(
  { brand, publicUrl, signingKey }: ServiceSettings,
  userId: string,
  now: Date,
): Promise<VisitorClaims> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuer(publicUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + HOUR_SECONDS)
    .sign(signingKey);
  return { [`${brand}VisitorClaims`]: token };
}

export function toMemberView(row: MemberRow, counts: MemberCounts): Member {
  return {
    object: 'member',
    id: row.id,
    role: roleOf(row.role),
    user: toUserView(row),
    disabled: row.disabled,
    joinedAt: row.joined_at.toISOString(),
    ...(row.last_seen_at && { lastSeenAt: row.last_seen_at.toISOString() }),
    ...(row.invited_at && !row.last_seen_at && { invitedAt: row.invited_at.toISOString() }),
    sso: row.sso,
    spaces: counts.spaces,
    teams: counts.teams,
  };
}

/** Throws 400 naming every key that is not a member, with its path. */
export function assertMembersExist(named: readonly MemberKey[], userIds: ReadonlyMap<string, string>): void {
  const unknown = named.filter(({ key }) => !userIds.has(key));
  if (unknown.length === 0) return;
  const names = [...new Set(unknown.map(({ key }) => key))];
  const nameList = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const verb = names.length === 1 ? 'is not a member' : 'are not members';
  throw badRequest(`${nameList}${more} ${verb} of this organization.`, unknown.map(toDetail));
}

function toDetail({ key, path }: MemberKey): ErrorDetail {
  return { path, message: `${key} is not a member of this organization.` };
}

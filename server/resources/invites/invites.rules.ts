import type { Invite, InviteCreate, MemberInvites } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { levelOf, roleOf } from '#server/access/roles.ts';
import { normalizeEmail } from '#server/base/email-addresses.ts';
import { badValue, badValues } from '#server/base/errors.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { InviteRow, NewInvite } from './invites.queries.ts';

export function canManageInvites(membership: Membership): boolean {
  return isAdministrator(membership);
}

export interface Invitee {
  email: string;
  /** Level; undefined where the request has none. */
  role: number | undefined;
}

/** The invitees in request order, without duplicates; throws 400 naming invalid addresses. */
export function parseInvitees({ emails, role }: MemberInvites): Invitee[] {
  const parsed = emails.map((entry, index) => {
    const isText = typeof entry === 'string';
    const ownRole = isText ? role : entry.role;
    return {
      path: `body.emails[${index}]${isText ? '' : '.email'}`,
      email: normalizeEmail(isText ? entry : entry.email),
      role: ownRole === undefined ? undefined : levelOf(ownRole),
    };
  });
  const invalid = parsed.filter(({ email }) => email === null);
  if (invalid.length > 0) {
    throw badValues(invalid.map(({ path }) => ({ path, problem: 'is not a valid email address' })));
  }
  const byEmail = new Map<string, Invitee>();
  for (const { email, role: level } of parsed) {
    const key = email?.toLowerCase() ?? '';
    if (email !== null && !byEmail.has(key)) byEmail.set(key, { email, role: level });
  }
  return [...byEmail.values()];
}

/** Contains the secret URL: for administrators only. */
export function toInviteView(row: InviteRow, service: ServiceSettings): Invite {
  return {
    object: 'invite',
    id: row.id,
    // The level of a link is never 0.
    role: roleOf(row.role) ?? 'read',
    redundant: row.redundant,
    ...(row.content_kind === 'space' && row.content_id !== null && { space: row.content_id }),
    ...(row.content_kind === 'collection' && row.content_id !== null && { collection: row.content_id }),
    urls: { app: appUrl(service, `/join/${row.organization_id}/${row.secret}`) },
  };
}

/** `role` for the organization, or `level` for one `space` or `collection`. Throws 400 for other combinations. */
export function parseInvite(body: InviteCreate): Pick<NewInvite, 'role' | 'content'> {
  const { role, level, space, collection } = body;
  if (space !== undefined && collection !== undefined) {
    throw badValue('body.collection', 'cannot be combined with body.space');
  }
  if (space === undefined && collection === undefined) {
    if (level !== undefined) throw badValue('body.level', 'requires body.space or body.collection');
    if (role === undefined) throw badValue('body.role', 'is required');
    return { role: levelOf(role), content: null };
  }
  if (role !== undefined)
    throw badValue('body.role', 'cannot be combined with a space or collection; use body.level');
  if (level === undefined) throw badValue('body.level', 'is required');
  const content =
    space === undefined
      ? ({ kind: 'collection', id: collection ?? '' } as const)
      : ({ kind: 'space', id: space } as const);
  return { role: levelOf(level), content };
}

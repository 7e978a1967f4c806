import { forbidden, notFound } from '#server/errors.ts';
import { LEVEL } from './roles.ts';

/** The caller's place in one organization. It is also what `levelOn` and `isVisible` take as the viewer. */
export interface Membership {
  readonly organizationId: string;
  readonly userId: string;
  /** A level from 0 (guest) to 6 (admin). */
  readonly role: number;
  readonly disabled: boolean;
  readonly sso: boolean;
  readonly teamIds: readonly string[];
  readonly ownedTeamIds: readonly string[];
}

/** The person of a token, as the contract's User needs it. */
export interface ActorUser {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly photoURL: string | null;
}

/** Who calls: the owner of the token with the memberships that it speaks for. */
export class Actor {
  readonly user: ActorUser;
  readonly tokenId: string;
  /** Set when the token belongs to a browser session. */
  readonly sessionId: string | null;
  /** The organization that a session from its identity provider is for; the caller is a stranger everywhere else. */
  readonly ssoOrganizationId: string | null;
  /** The places that the token speaks for: not always all that the person has. */
  readonly memberships: readonly Membership[];

  constructor(fields: Pick<Actor, 'user' | 'tokenId' | 'sessionId' | 'ssoOrganizationId' | 'memberships'>) {
    this.user = fields.user;
    this.tokenId = fields.tokenId;
    this.sessionId = fields.sessionId;
    this.ssoOrganizationId = fields.ssoOrganizationId;
    this.memberships = fields.memberships;
  }

  /** The caller's membership of an organization, a disabled one too. */
  membership(organizationId: string): Membership | undefined {
    return this.memberships.find((membership) => membership.organizationId === organizationId);
  }
}

/** The membership that a request below an organization needs: 404 for strangers, 403 for disabled members. */
export function membershipOr404(actor: Actor, organizationId: string): Membership {
  const membership = actor.membership(organizationId);
  if (!membership) throw notFound('organization');
  if (membership.disabled) throw forbidden('Your account is disabled in this organization.');
  return membership;
}

/** Whether the member administrates the organization. */
export function isAdministrator(membership: Membership): boolean {
  return membership.role === LEVEL.admin;
}

import { forbidden, notFound } from '#server/base/errors.ts';
import { LEVEL } from './roles.ts';
import type { Credential } from './sign-in-policy.ts';

/** The caller's membership in an organization; `levelOn` and `isVisible` take it as the viewer. */
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

/** The user fields that the contract's User needs. */
export interface ActorUser {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly photoURL: string | null;
}

/** The caller: the owner of the token with the memberships that it grants. */
export class Actor {
  readonly user: ActorUser;
  readonly tokenId: string;
  /** Set if the token belongs to a browser session. */
  readonly sessionId: string | null;
  /** The organization of an SSO session; the caller is a non-member everywhere else. */
  readonly ssoOrganizationId: string | null;
  readonly credential: Credential;
  /** Whether the person operates the server, and the token is not limited to organizations. No organization's rights follow from it. */
  readonly isOperator: boolean;
  /** The memberships that the token grants, which may be fewer than the user has. */
  readonly memberships: readonly Membership[];
  /** Active memberships that the token does not grant because of the organization's policy, with the reason. */
  readonly notOpen: ReadonlyMap<string, string>;

  constructor(
    fields: Pick<
      Actor,
      | 'user'
      | 'tokenId'
      | 'sessionId'
      | 'ssoOrganizationId'
      | 'credential'
      | 'isOperator'
      | 'memberships'
      | 'notOpen'
    >,
  ) {
    this.user = fields.user;
    this.tokenId = fields.tokenId;
    this.sessionId = fields.sessionId;
    this.ssoOrganizationId = fields.ssoOrganizationId;
    this.credential = fields.credential;
    this.isOperator = fields.isOperator;
    this.memberships = fields.memberships;
    this.notOpen = fields.notOpen;
  }

  /** The caller's membership in an organization, even if disabled. */
  membership(organizationId: string): Membership | undefined {
    return this.memberships.find((membership) => membership.organizationId === organizationId);
  }
}

/**
 * The caller's membership for a request in an organization: 404 for non-members, 403 for disabled members and where the
 * organization's policy does not admit the caller's session or token.
 */
export function membershipOr404(actor: Actor, organizationId: string): Membership {
  const membership = actor.membership(organizationId);
  if (!membership) {
    const reason = actor.notOpen.get(organizationId);
    throw reason === undefined ? notFound('organization') : forbidden(reason);
  }
  if (membership.disabled) throw forbidden('Your account is disabled in this organization.');
  return membership;
}

export function isAdministrator(membership: Membership): boolean {
  return membership.role === LEVEL.admin;
}

/** 403 for everyone but operators of the server. */
export function assertOperator({ isOperator }: Pick<Actor, 'isOperator'>): void {
  if (isOperator) return;
  throw forbidden(
    'Only operators of this server can see this. Its command line makes someone one: bindery operator add --email …. Tokens and sessions that are limited to organizations don’t count.',
  );
}

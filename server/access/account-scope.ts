import { forbidden } from '#server/base/errors.ts';
import type { Actor } from './actor.ts';

/** The part of an account that a caller may see and change. */
export interface AccountScope {
  userId: string;
  /** Only what belongs to this organization; null for the whole account. */
  organizationId: string | null;
}

/**
 * The part of their own account that a caller may manage: a session that is limited to an organization
 * manages what belongs to it (decision 053); an API token of the console manages nothing, because a stolen
 * one could keep the account.
 */
export function accountScope({ user, credential, ssoOrganizationId }: Actor): AccountScope {
  if (credential.kind === 'console token')
    throw forbidden('This API token can’t manage your account. Sign in to do this.');
  return { userId: user.id, organizationId: ssoOrganizationId };
}

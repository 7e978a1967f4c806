import type { ApiToken } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import type { Credential, SignInPolicyRules } from '#server/access/sign-in-policy.ts';
import { days, reasonNotOpen } from '#server/access/sign-in-policy.ts';
import { badRequest, badValue } from '#server/base/errors.ts';
import { parseTime } from '#server/base/times.ts';
import type { Row } from '#server/database/tables/schema.ts';

const DAY_MS = 24 * 60 * 60_000;

export type TokenRow = Pick<
  Row<'tokens'>,
  'id' | 'name' | 'organization_ids' | 'created_at' | 'last_used_at' | 'expires_at'
>;

/** See the API tokens of members, and close the organization to them. */
export function canManageTokens(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** An organization that was chosen for a new token, and what it requires. */
export interface ChosenOrganization extends SignInPolicyRules {
  organizationId: string;
  title: string;
  role: number;
}

/**
 * When a new token expires; null for never. Throws 400 naming the value if an organization would not accept the token.
 */
export function parseTokenExpiry(
  text: string | undefined,
  chosen: readonly ChosenOrganization[],
  now: Date,
): Date | null {
  const expiresAt = parseTime('body.expiresAt', text) ?? null;
  if (expiresAt && expiresAt <= now) throw badValue('body.expiresAt', 'is in the past');
  for (const { title, tokenDays } of chosen) {
    if (tokenDays === null) continue;
    const accepted = `“${title}” accepts API tokens for ${days(tokenDays)} only`;
    if (!expiresAt) throw badValue('body.expiresAt', `is required, because ${accepted}`);
    if (expiresAt.getTime() > now.getTime() + tokenDays * DAY_MS)
      throw badValue('body.expiresAt', `is too late, because ${accepted}`);
  }
  return expiresAt;
}

/** Throws 400 naming the organization that a new token could not access. */
export function assertOpens(credential: Credential, chosen: readonly ChosenOrganization[], now: Date): void {
  chosen.forEach((organization, index) => {
    const reason = reasonNotOpen(credential, organization, organization, now);
    if (reason === undefined) return;
    const message = `“${organization.title}”: ${reason}`;
    throw badRequest(message, [{ path: `body.organizations[${index}]`, message }]);
  });
}

/** `titles` has the organizations that the viewer may see. */
export function toApiTokenView(row: TokenRow, titles: ReadonlyMap<string, string>): ApiToken {
  return {
    object: 'api-token',
    id: row.id,
    name: row.name,
    ...(row.organization_ids && {
      organizations: row.organization_ids.flatMap((id) => {
        const title = titles.get(id);
        return title === undefined ? [] : [{ id, title }];
      }),
    }),
    createdAt: row.created_at.toISOString(),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
    ...(row.expires_at && { expiresAt: row.expires_at.toISOString() }),
  };
}

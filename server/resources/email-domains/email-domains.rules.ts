import type { OrganizationEmailDomain } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { recordText } from '#server/accounts/joining/email-domains.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { recordName } from '#server/network/name-proof.ts';

export function canManageDomains(membership: Membership): boolean {
  return isAdministrator(membership);
}

export function toEmailDomainView(row: Row<'email_domains'>): OrganizationEmailDomain {
  return {
    object: 'email-domain',
    domain: row.domain,
    state: stateOf(row),
    record: { type: 'TXT', name: recordName(row.domain), value: recordText(row) },
    joining: row.joining,
    ...(row.proven_at && { verifiedAt: row.proven_at.toISOString() }),
    ...(row.checked_at && { checkedAt: row.checked_at.toISOString() }),
    ...(row.next_check_at && { nextCheckAt: row.next_check_at.toISOString() }),
    ...(row.problem !== null && { problem: row.problem }),
  };
}

function stateOf({ proven_at: provenAt, missing_since: missingSince }: Row<'email_domains'>) {
  if (provenAt !== null) return 'verified';
  return missingSince === null ? 'pending' : 'lost';
}

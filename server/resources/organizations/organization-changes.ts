import type { Updateable } from 'kysely';
import { levelOf } from '#server/access/roles.ts';
import type { OrganizationsTable } from '#server/database/people-tables.ts';
import { badValue } from '#server/errors.ts';
import { problemOfWebAddress } from '#server/fetching/parse-url.ts';
import type { OrganizationUpdate } from '#api/generated/types.gen.ts';
import { readEmailDomains } from './email-domains.ts';

/** One label of a host name, as the specification has it for subdomains. */
const HOSTNAME = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

/** The columns that a request changes; what it does not mention is undefined. Throws 400 naming the place. */
export async function readOrganizationChanges(
  body: OrganizationUpdate,
): Promise<Updateable<OrganizationsTable>> {
  return {
    title: body.title,
    email_domains: body.emailDomains && (await readEmailDomains(body.emailDomains)),
    hostname: body.hostname === undefined ? undefined : readHostname(body.hostname),
    default_role: body.defaultRole === undefined ? undefined : levelOf(body.defaultRole),
    default_content_site_id:
      body.defaultContent === undefined ? undefined : (body.defaultContent?.site ?? null),
    logo_url: body.logo === undefined ? undefined : readLogo(body.logo),
    sso: body.sso,
    ai: body.ai,
    invite_links: body.inviteLinks,
  };
}

function readHostname(text: string): string {
  const hostname = text.toLowerCase();
  if (HOSTNAME.test(hostname)) return hostname;
  throw badValue(
    'body.hostname',
    'must consist of letters a to z, digits and hyphens, with no hyphen at its ends',
  );
}

/** Browsers load the logo wherever the organization is shown, so only plain web addresses are taken. */
function readLogo(address: string | null): string | null {
  if (address === null) return null;
  const problem = problemOfWebAddress(address);
  if (problem !== undefined) throw badValue('body.logo', problem);
  return address;
}

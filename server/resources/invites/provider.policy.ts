import type { JoinRules } from './joining.queries.ts';
import { domainOf } from './read-invitees.ts';

/** An identity provider covers the domains of its organization; all of them where it names none. */
export function isCovered({ hasProvider, emailDomains }: JoinRules, email: string): boolean {
  return hasProvider && (emailDomains.length === 0 || emailDomains.includes(domainOf(email).toLowerCase()));
}

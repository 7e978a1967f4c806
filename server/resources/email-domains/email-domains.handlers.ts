import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { checkDomain } from '#server/accounts/joining/email-domains.ts';
import { normalizeEmailDomain } from '#server/base/email-addresses.ts';
import { badValue, forbidden } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { requestedLookups } from '#server/network/name-proof.ts';
import {
  type DomainPath,
  findDomain,
  findDomains,
  noteAsked,
  recordDomainChange,
  updateDomain,
} from './email-domains.queries.ts';
import { canManageDomains, toEmailDomainView } from './email-domains.rules.ts';

/** The proof of an organization's email domains, and joining by an address of one. */
export const emailDomainHandlers = {
  async listEmailDomains({ actor, db, params }) {
    requireDomainManager(actor, params.organizationId);
    const rows = await findDomains(db, params.organizationId);
    return { items: rows.map(toEmailDomainView) };
  },

  async updateEmailDomain({ actor, body, db, params }) {
    const path = readPath(actor, params);
    return toEmailDomainView(await inTransaction(db, (trx) => updateDomain(trx, { ...path, actor }, body)));
  },

  async checkEmailDomain({ actor, clock, db, gone, lookUpTexts: lookUp, params }) {
    const path = readPath(actor, params);
    const check = async () => {
      const now = clock.now();
      const domain = await findDomain(db, path);
      await noteAsked(db, path, now);
      await checkDomain(db, { ...domain, asked_at: now }, { lookUp, now });
    };
    await requestedLookups.run(`${path.organizationId} ${path.domain}`, check, { signal: gone });
    const after = toEmailDomainView(await findDomain(db, path));
    const { domain, state, problem } = after;
    await inTransaction(db, (trx) =>
      recordDomainChange(trx, actor, path, {
        action: 'checkEmailDomain',
        summary: `Checked the email domain ${domain}: ${state}.`,
        after: { domain, state, problem },
      }),
    );
    return after;
  },
} satisfies Handlers<'listEmailDomains' | 'updateEmailDomain' | 'checkEmailDomain'>;

function requireDomainManager(actor: Actor, organizationId: string): void {
  if (!canManageDomains(membershipOr404(actor, organizationId)))
    throw forbidden('You need the role "admin" in this organization to manage its email domains.');
}

function readPath(actor: Actor, params: { organizationId: string; emailDomain: string }): DomainPath {
  requireDomainManager(actor, params.organizationId);
  const domain = normalizeEmailDomain(params.emailDomain);
  if (domain === null) throw badValue('path.emailDomain', 'is not a valid domain, such as example.org');
  return { organizationId: params.organizationId, domain };
}

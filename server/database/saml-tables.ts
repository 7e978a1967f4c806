import type { Generated } from 'kysely';

// The tables of migration 006: SAML sign-ins.

export interface SamlRequestsTable {
  id: string;
  provider_id: string;
  /** The hash of the cookie of the browser that started the sign-in. */
  browser_hash: string;
  /** A path of the console. */
  return_to: string;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface SamlAssertionsTable {
  provider_id: string;
  assertion_id: string;
  expires_at: Date;
}

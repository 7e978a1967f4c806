import type { Generated } from 'kysely';
import type { SignInMethod } from '#api/generated/types.gen.ts';
import type { Json, JsonWithDefault } from './columns.ts';

// The tables of migration 006: SAML sign-ins.

interface SamlRequestsTable {
  id: string;
  provider_id: string;
  /** The hash of the cookie of the browser that started the sign-in. */
  browser_hash: string;
  /** A path of the console. */
  return_to: string;
  created_at: Generated<Date>;
  expires_at: Date;
  /** The session of the person who links an identity; null for a sign-in. */
  link_session_id: string | null;
  /** The session of the administrator who tests the provider; null for a sign-in. */
  test_session_id: string | null;
}

interface SamlAssertionsTable {
  provider_id: string;
  assertion_id: string;
  expires_at: Date;
}

/** Guests who saw spaces by default levels before migration 055, until an administrator decides about each. */
interface FormerGuestAccessTable {
  organization_id: string;
  user_id: string;
  /** Spaces made later were never seen. */
  until: Date;
}

// The tables of migration 028: sign-ins with OpenID Connect.

interface OidcProvidersTable {
  id: string;
  organization_id: string;
  label: string;
  issuer: string;
  client_id: string;
  /** Never shown again. */
  client_secret: string;
  /** Whether addresses that it does not confirm count in the domains that the organization has verified. */
  trusts_verified_domains: Generated<boolean>;
  default_team_id: string | null;
  default_role: Generated<number>;
  status: Generated<string>;
  created_at: Generated<Date>;
}

interface OidcRequestsTable {
  state_hash: string;
  provider_id: string;
  /** The hash of the cookie of the browser that started the sign-in. */
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  /** A path of the console. */
  return_to: string;
  created_at: Generated<Date>;
  expires_at: Date;
  /** The session of the person who links an identity; null for a sign-in. */
  link_session_id: string | null;
  /** The session of the administrator who tests the provider; null for a sign-in. */
  test_session_id: string | null;
}

/** Who a member is at an identity provider: one of the two. */
interface SignOnIdentitiesTable {
  id: string;
  organization_id: string;
  user_id: string;
  saml_provider_id: string | null;
  oidc_provider_id: string | null;
  /** The provider's own name for the person: the subject of an ID token, the NameID of an assertion. */
  subject: string;
  /** The provider's value at the last sign-in; it may differ from the account's address. */
  email: string;
  linked_at: Generated<Date>;
  last_used_at: Date | null;
  /** The address of the provider that a sign-in has offered to the person; null if none has. */
  offered_email: Generated<string | null>;
}

// The table of migration 026: email domains.

/** One for each domain that an organization lists, or did. */
interface EmailDomainsTable {
  organization_id: string;
  /** In lower case and ASCII. */
  domain: string;
  /** A part of the text of the record that proves it. */
  token: Generated<string>;
  /** Whether people with an address of it can join by themselves. */
  joining: Generated<boolean>;
  /** When an administrator last asked for a lookup. */
  asked_at: Date | null;
  proven_at: Date | null;
  /** Since when the record of a proven domain has been missing. */
  missing_since: Date | null;
  checked_at: Date | null;
  next_check_at: Date | null;
  problem: string | null;
}

// The tables of migrations 021 and 087: mail.

/** `dropped`: when it was its turn, there was nothing to say any more. */
export type MailState = 'waiting' | 'sent' | 'failed' | 'dropped';

interface MailsTable {
  id: string;
  kind: string;
  /** In lower case. */
  recipient: string;
  organization_id: string | null;
  /** The values that the text is made from. No secrets. */
  data: JsonWithDefault<unknown>;
  state: Generated<MailState>;
  /** Why the last attempt failed, as a sentence. */
  error: string | null;
  /** Since it was last asked for. */
  attempts: Generated<number>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

/** Addresses to which a mail server has rejected a mail, until it accepts one. */
interface RefusedAddressesTable {
  /** In lower case. */
  email: string;
  /** As sentences. */
  reason: string;
  refused_at: Date;
  /** When mails that nobody asked for are tried again; null for never. */
  retry_at: Date | null;
}

// The tables of migration 020: credentials.

interface PasswordsTable {
  user_id: string;
  /** With its parameters: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. */
  hash: string;
  /** The only organization that sessions started with it open; null for all. */
  organization_id: string | null;
  set_at: Generated<Date>;
}

interface PasskeysTable {
  id: string;
  user_id: string;
  /** The identifier that the authenticator chose, in base64url. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  counter: Generated<number>;
  transports: Generated<string[]>;
  /** Whether its provider copies it to other devices. */
  is_synced: Generated<boolean>;
  name: string;
  /** The only organization that sessions started with it open; null for all. */
  organization_id: string | null;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

interface OneTimeCodesTable {
  hash: string;
  /** Its purpose; a code is never accepted for another one. */
  purpose: Generated<string>;
  user_id: string | null;
  /** The address that it was mailed to; opening it confirms the address. */
  email: string | null;
  organization_id: string | null;
  /** Further values of the purpose. */
  data: JsonWithDefault<unknown>;
  /** The hash of the cookie of the browser that it works in. */
  browser_hash: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
}

/** Browsers that a person signed in with, by the hash of their cookie. */
interface KnownDevicesTable {
  user_id: string;
  hash: string;
  last_used_at: Generated<Date>;
}

/** Failed sign-ins by account, device or IP address. */
interface SignInFailuresTable {
  key: string;
  failures: number;
  blocked_until: Date;
  last_failed_at: Date;
}

// The tables of migration 001: people, sessions and tokens.

interface ServerSettingsTable {
  key: string;
  value: string;
}

interface UsersTable {
  id: string;
  display_name: string;
  email: string;
  photo_url: string | null;
  created_at: Generated<Date>;
  /** When the owner of the account was shown to receive its mail. Until then the address matches no account. */
  email_confirmed_at: Date | null;
}

export interface OrganizationsTable {
  id: string;
  title: string;
  hostname: string | null;
  type: Generated<string>;
  use_case: string | null;
  community_type: string | null;
  plan: Generated<string>;
  email_domains: Generated<string[]>;
  default_role: Generated<number>;
  default_content_site_id: string | null;
  logo_url: string | null;
  sso: Generated<boolean>;
  ai: Generated<boolean>;
  invite_links: Generated<boolean>;
  custom_hostname: string | null;
  billing: JsonWithDefault<unknown>;
  trial: JsonWithDefault<unknown>;
  blocked: Json<unknown | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Only sessions that began with a passkey, or with single sign-on, open the organization. */
  passkey_required: Generated<boolean>;
  /** For how many hours a session opens the organization. */
  session_hours: number | null;
  /** For how many days after its creation an API token can access the organization. */
  token_days: number | null;
}

interface MembersTable {
  organization_id: string;
  user_id: string;
  role: number;
  disabled: Generated<boolean>;
  sso: Generated<boolean>;
  joined_at: Generated<Date>;
  last_seen_at: Date | null;
  /** The last invitation by email address; null for members who joined otherwise. */
  invited_at: Date | null;
  search_text: string;
}

interface SessionsTable {
  id: string;
  user_id: string;
  /** The hash of the valid refresh cookie; the previous one stays valid for a moment. */
  hash: string;
  previous_hash: string | null;
  rotated_at: Date | null;
  /** The API token that started the session; revoking it ends the session. */
  started_by_token_id: string | null;
  /** Set for SSO sessions: the only organization that they open. */
  sso_organization_id: string | null;
  /** Organizations that required SSO when the session started without it: it does not open these. */
  without_organization_ids: Generated<string[]>;
  created_at: Generated<Date>;
  expires_at: Date;
  /** The latest end, regardless of use. */
  ends_at: Date | null;
  revoked_at: Date | null;
  /** How the person signed in; null for sessions of earlier releases. */
  method: SignInMethod | null;
  /** The browser, as it calls itself; of the last renewal. */
  user_agent: string | null;
  /** The IP address of the last renewal. */
  address: string | null;
  /** The country of the last renewal, such as `NO`, where a proxy says it. */
  country: string | null;
  /** The last renewal. */
  last_seen_at: Date | null;
}

/** Access tokens of sessions, and API tokens (`session_id` is null). */
interface TokensTable {
  id: string;
  user_id: string;
  session_id: string | null;
  name: string;
  hash: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** How the person was signed in who created the API token; null for tokens of the command line. */
  method: SignInMethod | null;
  /** Set for API tokens created in an SSO session: its organization. */
  sso_organization_id: string | null;
  /** The organizations that an API token may access; null for all of its owner, as from the command line. */
  organization_ids: string[] | null;
  /** Organizations whose administrators revoked the API token. */
  without_organization_ids: Generated<string[]>;
}

/** Events of persons without an organization; like the audit log. */
interface InstallationLogTable {
  id: string;
  at: Generated<Date>;
  actor_id: string | null;
  action: string;
  target_kind: string;
  target_id: string;
  summary: string;
  before: Json<unknown | null>;
  after: Json<unknown | null>;
  seq: Generated<number | null>;
  tx: Generated<string | null>;
}

interface TeamsTable {
  id: string;
  organization_id: string;
  title: string;
  created_at: Generated<Date>;
}

interface TeamMembersTable {
  team_id: string;
  organization_id: string;
  user_id: string;
  role: Generated<string>;
  created_at: Generated<Date>;
}

interface LinkInvitesTable {
  id: string;
  organization_id: string;
  secret: string;
  role: number;
  content_kind: string | null;
  content_id: string | null;
  created_by: string | null;
  created_at: Generated<Date>;
}

/** Users, organizations, members, sessions and teams, with what signing in stores. */
export interface PeopleTables {
  server_settings: ServerSettingsTable;
  users: UsersTable;
  organizations: OrganizationsTable;
  members: MembersTable;
  sessions: SessionsTable;
  tokens: TokensTable;
  passwords: PasswordsTable;
  passkeys: PasskeysTable;
  one_time_codes: OneTimeCodesTable;
  known_devices: KnownDevicesTable;
  sign_in_failures: SignInFailuresTable;
  email_domains: EmailDomainsTable;
  former_guest_access: FormerGuestAccessTable;
  oidc_providers: OidcProvidersTable;
  oidc_requests: OidcRequestsTable;
  sign_on_identities: SignOnIdentitiesTable;
  mails: MailsTable;
  refused_addresses: RefusedAddressesTable;
  installation_log: InstallationLogTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  link_invites: LinkInvitesTable;
  saml_requests: SamlRequestsTable;
  saml_assertions: SamlAssertionsTable;
}

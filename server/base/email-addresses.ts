import { asciiHost } from './parse-url.ts';

/** The maximum length that mail servers accept. */
export const MAX_EMAIL_LENGTH = 320;

/** At least two labels, ASCII. */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** Normalizes an email domain: ASCII, lower case, without the @. Null where invalid. */
export function normalizeEmailDomain(text: string): string | null {
  const name = text.trim().replace(/^@/, '');
  // The URL parser would silently drop anything beyond a name (a path, a port).
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return null;
  const domain = asciiHost(name).toLowerCase();
  return DOMAIN.test(domain) ? domain : null;
}

/**
 * The domain of the addresses of deleted accounts; it receives no mail, and can be neither invited nor taken.
 */
const DELETED_DOMAIN = 'deleted.invalid';

/** The address that replaces that of a deleted account. */
export function addressOfDeleted(userId: string): string {
  return `${userId}@${DELETED_DOMAIN}`;
}

export function isAddressOfDeleted(email: string): boolean {
  return email.endsWith(`@${DELETED_DOMAIN}`);
}

/** With a normalized domain; null where invalid. */
export function normalizeEmail(text: string): string | null {
  if (text.length > MAX_EMAIL_LENGTH) return null;
  const [, local, domain] = /^([^\s\p{Cc}\p{Cs}@<>()[\]\\,;:"]+)@([^@]+)$/u.exec(text.trim()) ?? [];
  const name = domain === undefined ? null : normalizeEmailDomain(domain);
  return name === null || name === DELETED_DOMAIN ? null : `${local}@${name}`;
}

/** `email` must be normalized. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Providers missing in the package's list. */
const EXTRA_PROVIDERS = [
  'duck.com',
  'fastmail.com',
  'fastmail.fm',
  'posteo.de',
  'posteo.net',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
];

let providers: Promise<ReadonlySet<string>> | undefined;

/**
 * Why a normalized domain cannot belong to one organization, as the rest of a sentence; null where it can. The lists
 * are loaded on first use.
 */
export async function validateDomainOwner(domain: string): Promise<string | null> {
  const { getPublicSuffix } = await import('tldts');
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain)
    return `is ${domain}, where anyone can register a domain`;
  providers ??= loadProviders();
  return (await providers).has(domain) ? `is ${domain}, where anyone can get an email address` : null;
}

async function loadProviders(): Promise<ReadonlySet<string>> {
  const { default: listed } = await import('email-providers/all.json', { with: { type: 'json' } });
  return new Set([...listed, ...EXTRA_PROVIDERS]);
}

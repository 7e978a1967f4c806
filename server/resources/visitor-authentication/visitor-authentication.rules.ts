import type {
  SiteVisitorAuthentication,
  SiteVisitorKey,
  SiteVisitorTokenCheck,
} from '#api/generated/types.gen.ts';
import { badValue, conflict } from '#server/base/errors.ts';
import { parseUrl, webUrlProblem } from '#server/base/parse-url.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { CheckedToken, TokenKey } from '#server/published/gate/visitor-tokens.ts';
import { cutToSchema, ignoredClaims } from '#server/published/visit/visitor-claims.ts';

export type VisitorKeyRow = Row<'site_visitor_keys'>;

/** So many keys of a site can be valid at once: one to rotate from, one to rotate to. */
export const MAX_VALID_KEYS = 2;

const SHOWN_CHARACTERS = 4;

/** 400 unless it is an https URL, or one of this computer for development. */
export function assertSignInUrl(address: string): void {
  const problem = webUrlProblem(address);
  if (problem !== undefined) throw badValue('body.signInUrl', problem);
  const url = parseUrl(address);
  const isAllowed = url?.protocol === 'https:' || url?.hostname === 'localhost';
  if (!isAllowed) throw badValue('body.signInUrl', 'must start with https:// (or http://localhost)');
}

/** 409 where a site would have too many valid keys. */
export function assertKeyCount(count: number): void {
  if (count <= MAX_VALID_KEYS) return;
  throw conflict(`A site can have ${MAX_VALID_KEYS} valid keys. Delete one, or let the others expire.`);
}

export function isValidKey({ expires_at: expiresAt }: VisitorKeyRow, now: Date): boolean {
  return expiresAt === null || expiresAt > now;
}

/** Without the secret. */
export function toVisitorKeyView(row: VisitorKeyRow): SiteVisitorKey {
  return {
    object: 'site-visitor-key',
    id: row.id,
    lastCharacters: row.secret.slice(-SHOWN_CHARACTERS),
    createdAt: row.created_at.toISOString(),
    ...(row.expires_at && { expiresAt: row.expires_at.toISOString() }),
  };
}

export function toVisitorAuthenticationView(
  signInUrl: string | null,
  keys: readonly VisitorKeyRow[],
): SiteVisitorAuthentication {
  return {
    object: 'site-visitor-authentication',
    ...(signInUrl !== null && { signInUrl }),
    keys: keys.map(toVisitorKeyView),
  };
}

/** Without the token. What it says is shown only where a key of the site has signed it. */
export function toTokenCheckView(
  checked: CheckedToken<TokenKey & { id: string }>,
  schema: unknown,
): SiteVisitorTokenCheck {
  const { key, payload } = checked;
  const exp = payload?.exp ?? -1;
  return {
    object: 'site-visitor-token-check',
    status: checked.kind === 'valid' ? 'valid' : checked.problem,
    ...(key && { key: key.id }),
    // Later times have no date.
    ...(exp >= 0 && exp <= MAX_DATE_SECONDS && { expiresAt: new Date(exp * 1000).toISOString() }),
    ...(checked.kind === 'valid' && {
      claims: cutToSchema(schema, checked.payload),
      ignoredClaims: ignoredClaims(schema, checked.payload),
    }),
  };
}

/** The end of the year 9999, in seconds since 1970: later times cannot be written as a date. */
const MAX_DATE_SECONDS = 253_402_300_799;

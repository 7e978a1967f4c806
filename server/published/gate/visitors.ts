import { fastifyCookie } from '@fastify/cookie';
import type { JWTPayload } from 'jose';
import { badValue } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { PublishedSite } from '../visit/published-site.ts';
import { cutToSchema, type TextClaims, typedClaims, unsignedSchema } from '../visit/visitor-claims.ts';
import { checkToken, MAX_TOKEN_LENGTH, TOLERANCE_SECONDS } from './visitor-tokens.ts';

/** The parameter with a token that another system has signed. */
const TOKEN_PARAMETER = 'jwt_token';
/** The prefix of parameters with unsigned claims. */
const CLAIM_PREFIX = 'visitor.';

/** Whether a parameter says who the visitor is; such parameters become cookies. */
export function isVisitorParameter(name: string): boolean {
  return name === TOKEN_PARAMETER || name.startsWith(CLAIM_PREFIX);
}

const MAX_CLAIMS = 20;
const CLAIM_NAME = /^[\p{L}\p{Nd}_.]{1,64}$/u;
const MAX_CLAIM_LENGTH = 256;

/** Browsers keep cookies of 4,096 bytes with their attributes. A longer token is in several. */
const MAX_COOKIE_LENGTH = 3800;
const MAX_TOKEN_COOKIES = Math.ceil(MAX_TOKEN_LENGTH / MAX_COOKIE_LENGTH);
/** Browsers keep cookies no longer. */
const MAX_COOKIE_SECONDS = 400 * 86_400;

/** The settings of a site that identify its visitors. */
export type VisitorSite = Pick<
  PublishedSite,
  'id' | 'visibility' | 'adaptiveSchema' | 'visitorKeys' | 'visitorSignInUrl'
>;

export interface VisitorRequest {
  /** Path and parameters. */
  path: string;
  query: URLSearchParams;
  /** The path of the site without a trailing slash: where its cookies are sent. */
  sitePath: string;
  cookies: string | undefined;
  /** Whether cookies must not be sent over http. */
  isSecure: boolean;
  now: Date;
}

/** The identity of a visitor, or the address where they have to go first. */
export type Visitor =
  /** All values that conditions can read; `isKnown` where they are more than every visitor has. */
  | { kind: 'visitor'; claims: Record<string, unknown>; isKnown: boolean }
  | { kind: 'redirect'; url: string; setCookies: string[] }
  | { kind: 'refused'; reason: 'wrong-token' | 'no-sign-in-address' };

/**
 * Reads who visits a site: the token that another system has signed, and claims of visitors about themselves. Both come
 * as parameters, are kept in cookies of the site, and are removed from the address. Tokens are verified each time.
 *
 * @throws 400 where unsigned claims are too many, too long or have impossible names
 */
export async function readVisitor(site: VisitorSite, request: VisitorRequest): Promise<Visitor> {
  const { query } = request;
  const added = readClaimParameters(query);
  const cookies = fastifyCookie.parse(request.cookies ?? '');
  const tokenName = `reader-visitor-${site.id}`;
  const claimsName = `reader-claims-${site.id}`;
  const keptClaims = parseTexts(cookies[claimsName]);

  const token = query.get(TOKEN_PARAMETER);
  const signed = token === null ? undefined : await verifyToken(site, token, request.now);
  if (token !== null && !signed) return { kind: 'refused', reason: 'wrong-token' };
  if (token !== null || added.length > 0) {
    const setCookies = [
      ...(token !== null && signed ? tokenCookies(tokenName, token, { signed, request, cookies }) : []),
      ...(added.length > 0 ? [claimsCookie(claimsName, site, { kept: keptClaims, added, request })] : []),
    ];
    return { kind: 'redirect', url: cleanUrl(request), setCookies };
  }

  const payload = await verifyToken(site, joinCookies(cookies, tokenName), request.now);
  if (!payload && site.visibility === 'visitor-auth') return signIn(site, request);
  const unsigned = typedClaims(unsignedSchema(site.adaptiveSchema), keptClaims);
  return {
    kind: 'visitor',
    claims: { ...(payload && cutToSchema(site.adaptiveSchema, payload)), unsigned },
    isKnown: payload !== undefined || Object.keys(unsigned).length > 0,
  };
}

/** The claims of a token that one of the site's valid keys has signed and that is valid now. */
async function verifyToken(site: VisitorSite, token: string, now: Date): Promise<JWTPayload | undefined> {
  if (token === '') return undefined;
  const checked = await checkToken(site.visitorKeys, token, now);
  return checked.kind === 'valid' ? checked.payload : undefined;
}

/** 400 where they are too many, too long or have impossible names. */
function readClaimParameters(query: URLSearchParams): [name: string, value: string][] {
  const claimParams = [...query].filter(([name]) => name.startsWith(CLAIM_PREFIX));
  if (claimParams.length > MAX_CLAIMS) throw badValue('query', `must have at most ${MAX_CLAIMS} claims`);
  return claimParams.map(([parameter, value]) => {
    const name = parameter.slice(CLAIM_PREFIX.length);
    if (!CLAIM_NAME.test(name)) {
      throw badValue(
        `query.${CLAIM_PREFIX}`,
        'must be followed by 1 to 64 letters, digits, underscores and dots',
      );
    }
    if ([...value].length > MAX_CLAIM_LENGTH) {
      throw badValue(`query.${parameter}`, `must have at most ${MAX_CLAIM_LENGTH} characters`);
    }
    return [name, value];
  });
}

/** The address without what has become a cookie. */
function cleanUrl({ path, query }: VisitorRequest): string {
  const rest = new URLSearchParams([...query].filter(([name]) => !isVisitorParameter(name))).toString();
  return rest === '' ? path : `${path}?${rest}`;
}

/** The sign-in address of a site, with the way back. */
function signIn(site: VisitorSite, request: VisitorRequest): Visitor {
  const url = site.visitorSignInUrl === null ? undefined : parseUrl(site.visitorSignInUrl);
  if (!url) return { kind: 'refused', reason: 'no-sign-in-address' };
  const above = request.sitePath === '/' ? '' : request.sitePath;
  url.searchParams.set('location', cleanUrl(request).slice(above.length) || '/');
  return { kind: 'redirect', url: url.href, setCookies: [] };
}

function cookieOptions({ sitePath, isSecure }: VisitorRequest) {
  return { path: sitePath, httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
}

/** The name of a part of the token. */
const partName = (name: string, part: number) => (part === 0 ? name : `${name}-${part}`);

function tokenCookies(
  name: string,
  token: string,
  {
    signed,
    request,
    cookies,
  }: { signed: JWTPayload; request: VisitorRequest; cookies: Record<string, string | undefined> },
): string[] {
  const options = cookieOptions(request);
  const seconds = (signed.exp ?? 0) + TOLERANCE_SECONDS - Math.floor(request.now.getTime() / 1000);
  const maxAge = Math.min(Math.max(Math.ceil(seconds), 1), MAX_COOKIE_SECONDS);
  return Array.from({ length: MAX_TOKEN_COOKIES }, (_, part) => partName(name, part)).flatMap(
    (cookie, part) => {
      const value = token.slice(part * MAX_COOKIE_LENGTH, (part + 1) * MAX_COOKIE_LENGTH);
      if (value !== '') return [fastifyCookie.serialize(cookie, value, { ...options, maxAge })];
      // A part of a longer token before.
      return cookies[cookie] === undefined
        ? []
        : [fastifyCookie.serialize(cookie, '', { ...options, maxAge: 0 })];
    },
  );
}

function joinCookies(cookies: Record<string, string | undefined>, name: string): string {
  return Array.from({ length: MAX_TOKEN_COOKIES }, (_, part) => cookies[partName(name, part)] ?? '').join('');
}

/** The session cookie with claims that the site knows. 400 where they are too long for one. */
function claimsCookie(
  name: string,
  site: VisitorSite,
  { kept, added, request }: { kept: TextClaims; added: readonly [string, string][]; request: VisitorRequest },
): string {
  const schema = unsignedSchema(site.adaptiveSchema);
  const typedEntries = [...kept, ...added].filter(
    ([claim, value]) => Object.keys(typedClaims(schema, new Map([[claim, value]]))).length > 0,
  );
  const text = JSON.stringify(Object.fromEntries(typedEntries));
  if (encodeURIComponent(text).length > MAX_COOKIE_LENGTH)
    throw badValue('query', 'must have shorter claims');
  return fastifyCookie.serialize(name, text, cookieOptions(request));
}

/** Names and texts of a cookie; empty where it is not ours. */
function parseTexts(text: string | undefined): TextClaims {
  if (text === undefined || text.length > MAX_COOKIE_LENGTH) return new Map();
  try {
    const value: unknown = JSON.parse(text);
    return new Map(
      Object.entries(Object(value)).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return new Map();
  }
}

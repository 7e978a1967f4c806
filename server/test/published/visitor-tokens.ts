/** Tokens that other systems sign for visitors, and the cookies that they become. */
import { SignJWT } from 'jose';
import { fetchPage, testApp } from '#server/test/test-app.ts';

const HOUR_SECONDS = 3600;

interface TokenOptions {
  claims?: object;
  /** Until it ends; a negative number is in the past. */
  seconds?: number;
  algorithm?: 'HS256' | 'HS512';
}

/** A token that the site with this secret accepts. */
export async function signToken(
  secret: string,
  { claims = {}, seconds = HOUR_SECONDS, algorithm = 'HS256' }: TokenOptions = {},
): Promise<string> {
  const now = Math.floor((await testApp()).clock.now().getTime() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(new TextEncoder().encode(secret));
}

/** A token that declares itself unsigned. */
export function unsignedToken(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode({ exp: 4_000_000_000 })}.`;
}

/** A signed token that is valid for ever. */
export function endlessToken(secret: string): Promise<string> {
  return new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
}

/** Everything that is set, as a browser sends it. */
export function cookiesOf(headers: Record<string, unknown>): string {
  return [headers['set-cookie']]
    .flat()
    .filter((cookie) => typeof cookie === 'string')
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The cookies of a browser once its visitor came with a token; `base`: the address of the site. */
export async function cookiesOfToken(
  base: string,
  token: string,
  sent: Record<string, string> = {},
): Promise<string> {
  const { status, headers } = await fetchPage(`${base}?jwt_token=${token}`, sent);
  if (status !== 302) throw new Error(`The token was answered with ${status}.`);
  return cookiesOf(headers);
}

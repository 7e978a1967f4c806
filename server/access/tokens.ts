import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BASE62 } from '#server/base/ids.ts';

const SECRET_BYTES = 32;
/** 32 bytes take up to 43 characters in base62; shorter ones are padded so that all secrets have the same length. */
const SECRET_LENGTH = 43;

/** The prefix of every API token, so that people and secret scanners recognize it. */
export const TOKEN_PREFIX = 'bnd_';

/** A new secret of 32 random bytes in base62. */
export function newSecret(): string {
  let rest = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = `${BASE62[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text.padStart(SECRET_LENGTH, '0');
}

/** A new token. It is shown once; only its hash is stored. */
export function newToken(): string {
  return `${TOKEN_PREFIX}${newSecret()}`;
}

/** Longer than any token or code. */
export const MAX_SECRET_LENGTH = 256;

const MAX_HEADER_LENGTH = 'Bearer '.length + MAX_SECRET_LENGTH;

/** The token of an `Authorization` header; undefined if it cannot be one of ours. */
export function parseBearerToken(header = ''): string | undefined {
  return header.length > MAX_HEADER_LENGTH ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];
}

/** The stored hash of a token, a refresh cookie or a sign-in code. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Compares secrets in constant time. */
export function isSameSecret(candidate: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(candidate), digest(secret));
}

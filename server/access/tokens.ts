import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BASE62 } from '#server/database/ids.ts';

const SECRET_BYTES = 32;
/** 32 bytes take up to 43 characters of base62; shorter numbers are filled up so that all secrets are as long. */
const SECRET_LENGTH = 43;

/** What every API token starts with, so that people and secret scanners recognize it. */
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

/** A new token. It is shown once; only `hashSecret` of it is kept. */
export function newToken(): string {
  return `${TOKEN_PREFIX}${newSecret()}`;
}

/** Longer than every token and code that is ever handed out or set. */
export const MAX_SECRET_LENGTH = 256;

/** As long as an `Authorization` header is with the longest token. */
const MAX_HEADER_LENGTH = 'Bearer '.length + MAX_SECRET_LENGTH;

/** The token of an `Authorization` header; undefined where it has none that could be one of ours. */
export function parseBearerToken(header = ''): string | undefined {
  return header.length > MAX_HEADER_LENGTH ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];
}

/** What the database keeps of a token, a refresh cookie or a sign-in code. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether somebody knows a secret that is kept as it is. Takes the same time wherever the two differ. */
export function isSameSecret(candidate: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(candidate), digest(secret));
}

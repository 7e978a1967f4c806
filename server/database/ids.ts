import { randomBytes } from 'node:crypto';

/** Digits and letters: 62 signs that need no escaping anywhere. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make the first letters of the alphabet likelier than the others. */
const FIRST_BIASED_BYTE = 256 - (256 % BASE62.length);

/** Random text in base62, from the system's cryptographic source. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < FIRST_BIASED_BYTE && text.length < length) text += BASE62[byte % BASE62.length];
    }
  }
  return text;
}

/** A new identifier: 20 characters, 119 bits. */
export function newId(): string {
  return randomText(20);
}

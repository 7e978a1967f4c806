import { randomBytes } from 'node:crypto';

/** Digits and letters: 62 characters that never need escaping. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** From this byte on, the first letters of the alphabet would be more likely. */
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

/** Digits and small letters only: collations of databases agree about their order. Nine last until 2070. */
const TIME_LENGTH = 9;
const STEPS_PER_MS = 32;
let latestStep = 0;

/** A new identifier: 20 characters, of which 11 (65 bits) are random. It sorts after all that this process made before. */
export function newId(): string {
  latestStep = Math.max(Date.now() * STEPS_PER_MS, latestStep + 1);
  return latestStep.toString(36).padStart(TIME_LENGTH, '0') + randomText(11);
}

import { randomBytes } from 'node:crypto';

/** Digits and letters: 62 characters that need no escaping. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make the first characters more likely. */
const FIRST_BIASED_BYTE = 256 - (256 % BASE62.length);

/** Cryptographically random text in base62. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < FIRST_BIASED_BYTE && text.length < length) text += BASE62[byte % BASE62.length];
    }
  }
  return text;
}

/** In base36, because all database collations order digits and lower-case letters the same way. Enough until 2070. */
const TIME_LENGTH = 9;
const STEPS_PER_MS = 32;
let latestStep = 0;

const timeText = (step: number): string => step.toString(36).padStart(TIME_LENGTH, '0');

/** Sorts after the ids from before a time, in milliseconds since 1970. */
export function idsUntil(time: number): string {
  return timeText(time * STEPS_PER_MS);
}

/** A new id: 20 characters, of which 11 (65 bits) are random. It sorts after all previous ids of this process. */
export function newId(): string {
  latestStep = Math.max(Date.now() * STEPS_PER_MS, latestStep + 1);
  return timeText(latestStep) + randomText(11);
}

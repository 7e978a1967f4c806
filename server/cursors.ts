import { createHmac, timingSafeEqual } from 'node:crypto';
import { badValue } from './errors.ts';

/** A value of a sort key, as the database returns and takes it. */
export type KeyValue = string | number | Date;

/** Where a page ended: the sort keys of its last row, and the total, so that later pages need not count again. */
export interface CursorPosition {
  keys: readonly KeyValue[];
  count: number;
}

const SIGNATURE_BYTES = 16;

/**
 * Writes and reads the cursors of lists. A cursor is opaque and signed, and its signature covers the scope (operation,
 * parents, filters, order), so that a cursor of another list, or one that somebody changed, is refused.
 */
export class CursorSigner {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The cursor for the page that follows. */
  encode(scope: string, position: CursorPosition): string {
    const keys = position.keys.map((key) => (key instanceof Date ? { at: key.getTime() } : key));
    const payload = Buffer.from(JSON.stringify([position.count, ...keys]));
    return Buffer.concat([this.#sign(scope, payload), payload]).toString('base64url');
  }

  /** Reads a cursor; throws 400 naming `query.page` where it is not one that this list wrote. */
  decode(scope: string, cursor: string): CursorPosition {
    const bytes = Buffer.from(cursor, 'base64url');
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const payload = bytes.subarray(SIGNATURE_BYTES);
    if (
      signature.length < SIGNATURE_BYTES ||
      // Reading base64 skips what it does not know; writing it back shows whether anything was skipped.
      bytes.toString('base64url') !== cursor ||
      !timingSafeEqual(signature, this.#sign(scope, payload))
    ) {
      throw badValue('query.page', 'is not a valid cursor for this list and its filters');
    }
    const [count, ...keys]: [number, ...(string | number | { at: number })[]] = JSON.parse(
      payload.toString(),
    );
    return { count, keys: keys.map((key) => (typeof key === 'object' ? new Date(key.at) : key)) };
  }

  #sign(scope: string, payload: Buffer): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`cursor\n${Buffer.byteLength(scope)}\n${scope}`)
      .update(payload)
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  }
}

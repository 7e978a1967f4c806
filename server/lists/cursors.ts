import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { badValue } from '#server/base/errors.ts';

export type KeyValue = string | number | Date;

/** The end of a page: the sort keys of its last row, and the total count, which later pages reuse. */
export interface CursorPosition {
  keys: readonly KeyValue[];
  count: number;
}

const SIGNATURE_BYTES = 16;

/**
 * Encodes and decodes the cursors of lists. A cursor is opaque; its signature covers the scope (operation, parents,
 * filters, order), so that a cursor of another list or a modified one is rejected.
 */
export class CursorSigner {
  readonly #secret: KeyObject;

  constructor(secret: string) {
    this.#secret = createSecretKey(Buffer.from(secret));
  }

  encode(scope: string, position: CursorPosition): string {
    const keys = position.keys.map((key) => (key instanceof Date ? { at: key.getTime() } : key));
    const payload = Buffer.from(JSON.stringify([position.count, ...keys]));
    return Buffer.concat([this.#sign(scope, payload), payload]).toString('base64url');
  }

  /** Decodes a cursor; throws 400 for `query.page` if it is not valid for this list. */
  decode(scope: string, cursor: string): CursorPosition {
    const bytes = Buffer.from(cursor, 'base64url');
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const payload = bytes.subarray(SIGNATURE_BYTES);
    if (
      signature.length < SIGNATURE_BYTES ||
      // Base64 decoding skips unknown characters; encoding it again detects them.
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

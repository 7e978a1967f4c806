import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { ApiError, conflict } from './errors.ts';

/** What encrypted texts start with; the id of their key follows. Operators and statements tell them from readable ones by it. */
export const ENCRYPTED_PREFIX = 'enc:v1:';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The place of a secret in the database. An encrypted text that is copied to another place cannot be decrypted. */
export interface SecretPlace {
  table: string;
  column: string;
  id: string;
}

/** A key as it is written into settings and files: 32 bytes in base64. */
export function generateSecretKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** The bytes of a key in base64, base64url or hexadecimal digits; undefined unless there are 32. */
export function parseSecretKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}

/**
 * The keys with which secrets that have to be read again are encrypted in the database. The first one encrypts; all
 * decrypt, so that a key can be replaced while servers run.
 */
export class SecretKeys {
  #keys: ReadonlyMap<string, KeyObject> = new Map();
  #currentId: string | undefined;

  constructor(keys: readonly Buffer[] = []) {
    this.replace(keys);
  }

  /** The id of the key that encrypts; undefined where there is no key. */
  get currentId(): string | undefined {
    return this.#currentId;
  }

  get ids(): readonly string[] {
    return [...this.#keys.keys()];
  }

  replace(keys: readonly Buffer[]): void {
    this.#keys = new Map(keys.map((key) => [idOf(key), createSecretKey(key)]));
    this.#currentId = this.ids[0];
  }

  /** Throws 409 where there is no key: no secret is stored readable instead. */
  encrypt(text: string, place: SecretPlace): string {
    const key = this.#keys.get(this.#currentId ?? '');
    if (!key || this.#currentId === undefined) {
      throw conflict(
        'This server has no key to encrypt secrets with. Its operator has to set SECRETS_KEY first.',
      );
    }
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(describePlace(place));
    const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${ENCRYPTED_PREFIX}${this.#currentId}:${bytes.toString('base64url')}`;
  }

  /**
   * The text of a stored secret. Returns readable ones as they are: releases before `SECRETS_KEY` stored them so. Throws
   * 503 for one whose key is missing or that was changed or moved.
   */
  decrypt(stored: string, place: SecretPlace): string {
    if (!isEncrypted(stored)) return stored;
    const [keyId = '', text = ''] = stored.slice(ENCRYPTED_PREFIX.length).split(':');
    const key = this.#keys.get(keyId);
    if (!key) throw unreadable(place, `its key ${keyId} is missing`);
    const bytes = Buffer.from(text, 'base64url');
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(describePlace(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      throw unreadable(place, 'it is damaged or of another row');
    }
  }
}

export function isEncrypted(stored: string): boolean {
  return stored.startsWith(ENCRYPTED_PREFIX);
}

/** Short and public: says which key is meant, and nothing about it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('bindery secrets key ').update(key).digest('base64url').slice(0, 8);
}

function describePlace({ table, column, id }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, id]));
}

function unreadable({ table, column, id }: SecretPlace, reason: string): ApiError {
  return new ApiError(503, `A stored secret can't be decrypted (${table}.${column} of ${id}): ${reason}.`);
}

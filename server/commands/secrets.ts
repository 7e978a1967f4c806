import type { Kysely } from 'kysely';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordAudit } from '#server/audit/audit.ts';
import { systemClock } from '#server/base/clock.ts';
import { generateSecretKey, parseSecretKey, SecretKeys } from '#server/base/secret-keys.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import {
  countReadableSecrets,
  discardSecret,
  encryptStoredSecrets,
  keyIdOf,
  listUnreadableSecrets,
  type StoredSecret,
} from '#server/database/stored-secrets.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { reasonOf } from './open-database.ts';
import { type Settings, UsageError } from './settings.ts';

/** So many secrets are named where a key is missing. */
const MAX_NAMED = 20;

type KeySettings = Pick<Settings, 'dataDirectory' | 'databaseUrl' | 'secretKeys'>;

/**
 * The keys of a process, and where they come from: `SECRETS_KEY`, or a file in the data folder of the embedded database,
 * with one key a line. In both the first key encrypts and all decrypt.
 */
export class ServerSecrets {
  readonly keys: SecretKeys;
  readonly #settings: KeySettings;

  constructor(settings: KeySettings) {
    this.#settings = settings;
    this.keys = new SecretKeys([...settings.secretKeys, ...this.#readFile()]);
  }

  /** Where the keys are kept, as a part of a sentence. */
  get source(): string {
    return this.#isFromFile ? `in ${this.#file}` : 'in SECRETS_KEY';
  }

  get #file(): string {
    return join(this.#settings.dataDirectory, 'secrets.key');
  }

  get #isEmbedded(): boolean {
    return this.#settings.databaseUrl === undefined;
  }

  get #isFromFile(): boolean {
    return this.#isEmbedded && this.#settings.secretKeys.length === 0;
  }

  /** Throws `UsageError` if stored secrets need a key that is not here. Else the embedded database gets one if it has none. */
  async prepare(db: Kysely<Database>): Promise<void> {
    const missed = await this.#listMissed(db);
    if (missed.length > 0) throw new UsageError(this.#describeMissingKey(missed));
    this.#createFile();
    if (this.#isEmbedded) await this.#discardUnreadable(db);
  }

  /**
   * Encrypts what earlier releases stored readable. Not on PostgreSQL, where servers of those releases or without the key
   * may still run: a job does it there later. Says on standard error if there is no key.
   */
  async encryptReadable({ db, engine }: Connection): Promise<void> {
    if (engine === 'pglite') {
      await encryptStoredSecrets(db, this.keys).catch((error: unknown) => {
        // The next start does it: everything can be read until then.
        if (!(error instanceof DiskAlmostFullError)) throw error;
      });
    } else if (this.keys.currentId === undefined) {
      const count = await countReadableSecrets(db);
      console.error(
        `SECRETS_KEY is not set: no secret such as a client secret or a visitor key can be added, and ${count} are stored readable. Set it to the output of: openssl rand -base64 32`,
      );
    }
  }

  /** `secrets rotate`. Servers go on, as they have the former key too. */
  async rotate(db: Kysely<Database>): Promise<string> {
    await this.prepare(db);
    if (!this.#isFromFile) {
      if (this.keys.currentId === undefined) throw new UsageError(NO_KEY);
      const count = await encryptStoredSecrets(db, this.keys);
      return `Encrypted ${count} secrets with the first key of SECRETS_KEY (${this.keys.currentId}). The other keys can be removed from it once every server has started with this one first.`;
    }
    const former = this.#readFile();
    const backup = `${this.#file}.before-${systemClock.now().toISOString().replaceAll(/[:.]/g, '-')}`;
    writeKeys(backup, former, 'wx');
    const key = Buffer.from(generateSecretKey(), 'base64');
    // Both until everything is encrypted again: a process that ends in between starts with both.
    this.#replaceFile([key, ...former]);
    this.keys.replace([key, ...former]);
    const count = await encryptStoredSecrets(db, this.keys);
    this.#replaceFile([key]);
    this.keys.replace([key]);
    return `Encrypted ${count} secrets with a new key (${this.keys.currentId}), which is in ${this.#file}. Backups made before need the former key: it is in ${backup}.`;
  }

  /** `secrets discard`. Each is named, so that it can be entered again. */
  async discard(db: Kysely<Database>): Promise<string> {
    this.#createFile();
    if (this.keys.currentId === undefined) throw new UsageError(NO_KEY);
    const discarded = await this.#discardUnreadable(db);
    if (discarded.length === 0) return 'All stored secrets can be decrypted. Nothing was removed.';
    return `Removed what no key decrypts. Enter again:\n${nameAll(discarded)}`;
  }

  async #discardUnreadable(db: Kysely<Database>): Promise<StoredSecret[]> {
    const discarded: StoredSecret[] = [];
    for (const secret of await listUnreadableSecrets(db, this.keys)) {
      const isDiscarded = await inTransaction(db, async (trx) => {
        if (!(await discardSecret(trx, secret))) return false;
        const { audit, description } = secret;
        const summary = `Removed ${description}, because its key is lost.`;
        if (audit) await recordAudit(trx, { ...audit, actor: null, summary });
        return true;
      });
      if (isDiscarded) discarded.push(secret);
    }
    return discarded;
  }

  /**
   * The secrets that no key decrypts and that somebody would have to enter again. On PostgreSQL also those that a server
   * makes anew: others may have their key.
   */
  async #listMissed(db: Kysely<Database>): Promise<StoredSecret[]> {
    const unreadable = await listUnreadableSecrets(db, this.keys);
    return unreadable.filter(({ isRemade }) => !(isRemade && this.#isEmbedded));
  }

  /** What a backup needs beside itself; empty if it holds nothing encrypted. */
  describeForBackup(): string {
    if (this.keys.currentId === undefined) return '';
    return ` The key of the secrets in it (${this.keys.currentId}) is not in it, but ${this.source}. Keep a copy of it in another place.`;
  }

  /** What a restored database lacks; empty if nothing. */
  async describeForRestore(db: Kysely<Database>): Promise<string> {
    const missed = await this.#listMissed(db);
    return missed.length === 0 ? '' : `\n${this.#describeMissingKey(missed)}`;
  }

  #describeMissingKey(secrets: readonly StoredSecret[]): string {
    const ids = [...new Set(secrets.map(({ stored }) => keyIdOf(stored)))].join(', ');
    const place = this.#isEmbedded
      ? `Put it into ${this.#file} on a line of its own (a copy of that file is enough), or into SECRETS_KEY.`
      : 'Put it into SECRETS_KEY, beside the present one with a comma between them.';
    return [
      `The database has secrets that were encrypted with a key which this server does not have (${ids}):`,
      nameAll(secrets),
      `${place} If the key is lost, "bindery secrets discard" removes these secrets so that the server can start. They have to be entered again.`,
    ].join('\n');
  }

  #readFile(): Buffer[] {
    if (!this.#isEmbedded || !existsSync(this.#file)) return [];
    const lines = readKeys(this.#file)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines.map((line, index) => {
      const key = parseSecretKey(line);
      if (key) return key;
      throw new UsageError(
        `${this.#file} is damaged: line ${index + 1} is not a key. Copy it from where it was kept.`,
      );
    });
  }

  #createFile(): void {
    if (!this.#isFromFile || this.keys.currentId !== undefined) return;
    const key = Buffer.from(generateSecretKey(), 'base64');
    writeKeys(this.#file, [key], 'wx');
    this.keys.replace([key]);
  }

  #replaceFile(keys: readonly Buffer[]): void {
    const draft = `${this.#file}.writing`;
    writeKeys(draft, keys, 'w');
    renameSync(draft, this.#file);
  }
}

const NO_KEY = 'SECRETS_KEY is missing. Set it to the output of: openssl rand -base64 32';

function readKeys(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`Can't read the keys in ${file}: ${reasonOf(error)}.`, { cause: error });
  }
}

function writeKeys(file: string, keys: readonly Buffer[], flag: 'w' | 'wx'): void {
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  try {
    writeFileSync(file, text, { flag, mode: 0o600, flush: true });
  } catch (error) {
    throw new UsageError(`Can't write the keys into ${file}: ${reasonOf(error)}.`, { cause: error });
  }
}

function nameAll(secrets: readonly StoredSecret[]): string {
  const lines = secrets.slice(0, MAX_NAMED).map(({ description }) => `- ${description}`);
  const more = secrets.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

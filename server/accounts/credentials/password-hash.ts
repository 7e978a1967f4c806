import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Limiter } from '#server/base/limiter.ts';

/** One of the settings that OWASP recommends for scrypt: 16 MiB for each hash. */
const RECOMMENDED: ScryptParameters = { logN: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Enough for the strongest parameters that a stored hash can have. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

interface ScryptParameters {
  logN: number;
  r: number;
  p: number;
}

let parameters = RECOMMENDED;

/** @public Tests set and check hundreds of passwords, which protect no real account. */
export function setHashParameters(next = RECOMMENDED): void {
  parameters = next;
}

/** Hashing takes a processor for a tenth of a second. Callers of one IP address wait for each other, not for others. */
const limiter = new Limiter({
  maxRunning: 2,
  maxRunningPerKey: 1,
  maxWaiting: 100,
  maxWaitingPerKey: 20,
  timeoutMs: 10_000,
});

/** The hash of a password with its parameters and a new salt: `$scrypt$ln=14,r=8,p=5$<salt>$<hash>`. */
export async function hashPassword(password: string, address: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatHash(parameters, salt, await derive(password, salt, parameters, address));
}

const formatHash = ({ logN, r, p }: ScryptParameters, salt: Buffer, hash: Buffer): string =>
  `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;

/**
 * Whether a password has this stored hash. Takes as long without one, so that no answer shows whether there is a
 * password. `address` is the caller's IP address; throws 429 if too many wait.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  address: string,
): Promise<boolean> {
  const parsedHash = parseHash(stored ?? absentHash());
  const candidate = await derive(password, parsedHash.salt, parsedHash.parameters, address);
  return timingSafeEqual(candidate, parsedHash.hash) && stored !== undefined;
}

/** Whether a hash was made with other parameters than those of today. */
export function isOutdated(stored: string): boolean {
  const { logN, r, p } = parseHash(stored).parameters;
  return logN !== parameters.logN || r !== parameters.r || p !== parameters.p;
}

/** Compared with where there is no password. */
const absentHash = (): string => formatHash(parameters, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

function parseHash(stored: string) {
  const [, logN, r, p, salt, hash] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password has an unknown format.');
  return {
    parameters: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function derive(
  password: string,
  salt: Buffer,
  { logN, r, p }: ScryptParameters,
  address: string,
): Promise<Buffer> {
  // One encoding of each character, for all keyboards and systems.
  const text = password.normalize('NFKC');
  const options = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY_BYTES };
  return limiter.run(
    address,
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
      }),
  );
}

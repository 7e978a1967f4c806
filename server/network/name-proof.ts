import { Resolver } from 'node:dns/promises';
import { Limiter } from '#server/base/limiter.ts';

const TIMEOUT_MS = 3000;
const TRIES = 2;
const PREFIX = '_bindery-challenge.';

/** Looks up the texts at a name. Rejects with the codes of `node:dns`. */
export type LookUpTexts = (name: string) => Promise<string[][]>;

/** @param servers addresses of DNS servers, such as `127.0.0.1:5353`; without any, those of the system */
export function createDnsLookup(servers: readonly string[] = []): LookUpTexts {
  return (name) => {
    // One for each lookup: a resolver keeps the servers that it was given, and its socket.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    return resolver.resolveTxt(name);
  };
}

/** The name of the record that proves a name. */
export function recordName(name: string): string {
  return `${PREFIX}${name}`;
}

export interface Proof {
  /** `unknown` without a response, which says nothing about the record. */
  outcome: 'found' | 'missing' | 'unknown';
  /** The result in place of the record, as a sentence. */
  problem: string | null;
}

/** More records than anybody has at such a name are not read. */
const MAX_RECORDS = 100;
const MAX_SHOWN = 80;

/** Looks for the record of a hostname or an email domain. Never rejects. */
export async function proveName(lookUp: LookUpTexts, proven: string, token: string): Promise<Proof> {
  const name = recordName(proven);
  try {
    // A long text comes in parts.
    const texts = (await lookUp(name)).slice(0, MAX_RECORDS).map((parts) => parts.join('').trim());
    if (texts.includes(token)) return { outcome: 'found', problem: null };
    const [first = ''] = texts;
    const excerpt = first.length > MAX_SHOWN ? `${first.slice(0, MAX_SHOWN)}…` : first;
    return {
      outcome: 'missing',
      problem:
        texts.length === 0 ? `${name} has no TXT record.` : `The TXT record of ${name} is “${excerpt}”.`,
    };
  } catch (error) {
    return failureOf(name, Reflect.get(Object(error), 'code'));
  }
}

function failureOf(name: string, code: unknown): Proof {
  switch (code) {
    case 'ENOTFOUND':
      return { outcome: 'missing', problem: `There is no DNS record with the name ${name}.` };
    case 'ENODATA':
      return { outcome: 'missing', problem: `${name} has no TXT record.` };
    case 'ETIMEOUT':
      return {
        outcome: 'unknown',
        problem: `The DNS servers did not answer the question for ${name} in time.`,
      };
    case 'ESERVFAIL':
      return { outcome: 'unknown', problem: `The DNS servers of ${name} report a failure (SERVFAIL).` };
    case 'EREFUSED':
      return { outcome: 'unknown', problem: `The DNS servers refuse to answer the question for ${name}.` };
    default:
      return {
        outcome: 'unknown',
        problem: `${name} could not be looked up (${typeof code === 'string' ? code : 'unknown error'}).`,
      };
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time after a request during which an unproven name is looked up automatically. */
const PENDING_MS = 7 * DAY_MS;
/** For so long a proven name stays proven although its record is missing. */
const GRACE_MS = 3 * DAY_MS;
/** A process that checks a name and dies leaves it to others after this time. */
export const CLAIM_MS = 5 * MINUTE_MS;
/** Checked at a time, so that slow servers of one name do not hold up others for long. */
export const MAX_CHECKS = 20;

/** How far the proof of a name is. */
export interface ProofState {
  proven_at: Date | null;
  /** Since when the record of a proven name has been missing. */
  missing_since: Date | null;
  checked_at: Date | null;
  /** Null if it is looked up on request only. */
  next_check_at: Date | null;
  /** The result of the last lookup in place of the record, as a sentence. */
  problem: string | null;
}

/** The state of a name after a lookup. Pure. */
export function afterCheck(before: ProofState, askedAt: Date, proof: Proof, now: Date): ProofState {
  const checked = { checked_at: now, problem: proof.problem };
  const at = (wait: number) => new Date(now.getTime() + wait);
  const { proven_at, missing_since } = before;
  if (proof.outcome === 'found')
    return { ...checked, proven_at: proven_at ?? now, missing_since: null, next_check_at: at(DAY_MS) };
  if (proven_at === null) {
    const age = now.getTime() - askedAt.getTime();
    // Each pause is as long as the name has waited, from a minute to an hour.
    const wait = Math.min(Math.max(age, MINUTE_MS), HOUR_MS);
    return { ...checked, proven_at, missing_since, next_check_at: age < PENDING_MS ? at(wait) : null };
  }
  // Servers that do not answer prove nothing.
  const since = missing_since ?? (proof.outcome === 'missing' ? now : null);
  const isLost = proof.outcome === 'missing' && since !== null && now.getTime() - since.getTime() >= GRACE_MS;
  return {
    ...checked,
    proven_at: isLost ? null : proven_at,
    missing_since: since,
    next_check_at: at(HOUR_MS),
  };
}

/** Lookups that people ask for, by what is proven. */
export const requestedLookups = new Limiter({
  maxRunning: 8,
  maxRunningPerKey: 1,
  maxWaiting: 100,
  maxWaitingPerKey: 2,
  timeoutMs: 20_000,
});

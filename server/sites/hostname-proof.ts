import { Resolver } from 'node:dns/promises';

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

/** The name of the record that proves a host name. */
export function recordName(hostname: string): string {
  return `${PREFIX}${hostname}`;
}

export interface Proof {
  /** `unknown` where nobody answered, which says nothing about the record. */
  outcome: 'found' | 'missing' | 'unknown';
  /** What was found instead, as a sentence. */
  problem: string | null;
}

/** More records than anybody has at such a name are not read. */
const MAX_RECORDS = 100;
const MAX_SHOWN = 80;

/** Looks for the record of a host name. Never rejects. */
export async function proveHostname(lookUp: LookUpTexts, hostname: string, token: string): Promise<Proof> {
  const name = recordName(hostname);
  try {
    // A long text comes in parts.
    const texts = (await lookUp(name)).slice(0, MAX_RECORDS).map((parts) => parts.join('').trim());
    if (texts.includes(token)) return { outcome: 'found', problem: null };
    const [first = ''] = texts;
    const shown = first.length > MAX_SHOWN ? `${first.slice(0, MAX_SHOWN)}…` : first;
    return {
      outcome: 'missing',
      problem: texts.length === 0 ? `${name} has no TXT record.` : `The TXT record of ${name} is “${shown}”.`,
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

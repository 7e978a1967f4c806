import { domainToASCII } from 'node:url';
import { badValues } from '#server/errors.ts';
import { publicDomainProblem } from './public-domains.ts';

/** A domain name of two labels or more, in ASCII. */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** More domains than any organization owns. */
const MOST_DOMAINS = 100;

/**
 * The one way to write an e-mail domain: ASCII, lower case, without the @. Null for what is none.
 */
export function normalizeEmailDomain(text: string): string | null {
  const name = text.trim().replace(/^@/, '');
  // What is more than a name (a path, a port) would be cut off without a word.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return null;
  const domain = domainToASCII(name).toLowerCase();
  return DOMAIN.test(domain) ? domain : null;
}

/**
 * The domains of a request in their one way of writing, each once; throws 400 naming those that are none, or that
 * cannot belong to one organization.
 */
export async function readEmailDomains(domains: readonly string[]): Promise<string[]> {
  if (domains.length > MOST_DOMAINS) {
    throw badValues([{ path: 'body.emailDomains', problem: `has more than ${MOST_DOMAINS} entries` }]);
  }
  const read = domains.map((domain) => normalizeEmailDomain(domain));
  const found = await Promise.all(
    read.map((domain) =>
      domain === null ? 'is not a domain name such as example.org' : publicDomainProblem(domain),
    ),
  );
  const problems = found.flatMap((problem, index) =>
    problem === null ? [] : [{ path: `body.emailDomains[${index}]`, problem }],
  );
  if (problems.length > 0) throw badValues(problems);
  return [...new Set(read.flatMap((domain) => domain ?? []))];
}

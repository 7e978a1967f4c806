import { normalizeEmailDomain, publicDomainProblem } from '#server/access/email-addresses.ts';
import { badValues } from '#server/errors.ts';

/** More domains than any organization owns. */
const MOST_DOMAINS = 100;

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

import { parseUrl } from '#server/base/parse-url.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

/** The name under which other sites are asked. */
export const LINK_AGENT = 'bindery-links';

/** What asking for an address has shown. `unanswered`: it may be the network's fault, until it happens again. */
export interface LinkAnswer {
  kind: 'alive' | 'dead' | 'unanswered' | 'unknown';
  /** As a sentence; '' for a good one. */
  problem: string;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const GONE: ReadonlySet<number> = new Set([404, 410]);

/**
 * Asks for an address: by HEAD, and by a GET of its first byte where the answer is not a good one, as some servers answer
 * HEAD in another way. Redirects are followed on the same host. Only what says that it is gone is dead: servers refuse
 * programs, and have bad days.
 */
export async function askLink(fetcher: Pick<Fetcher, 'send'>, url: string): Promise<LinkAnswer> {
  try {
    const byHead = await follow(fetcher, url, 'HEAD');
    const status = byHead < 400 ? byHead : await follow(fetcher, url, 'GET');
    if (GONE.has(status))
      return { kind: 'dead', problem: `The other site says that there is no such page (${status}).` };
    return status < 400 ? { kind: 'alive', problem: '' } : { kind: 'unknown', problem: '' };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    // Our own rules, or something that is there but too large to say more.
    if (error.failure === 'refused' || error.failure === 'too-large') return { kind: 'unknown', problem: '' };
    return { kind: 'unanswered', problem: 'The other site did not answer twice, a week apart.' };
  }
}

async function follow(
  fetcher: Pick<Fetcher, 'send'>,
  first: string,
  method: 'HEAD' | 'GET',
): Promise<number> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const { status, headers } = await fetcher.send(url, {
      method,
      headers: { 'user-agent': LINK_AGENT, accept: '*/*', ...(method === 'GET' && { range: 'bytes=0-0' }) },
      maxBytes: 1,
      cutsBody: true,
    });
    const next = REDIRECTS.has(status) ? parseUrl(headers['location'] ?? '', url) : undefined;
    if (!next || redirects === MAX_REDIRECTS || next.hostname !== parseUrl(url)?.hostname) return status;
    url = next.href;
  }
}

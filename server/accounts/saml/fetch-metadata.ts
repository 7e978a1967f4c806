import { parseUrl, webUrlProblem } from '#server/base/parse-url.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { parseMetadata, type ProviderMetadata } from './metadata.ts';

const MAX_BYTES = 400_000;
const MAX_REDIRECTS = 3;

/** Why metadata is not read from an address; undefined if it is. What a network could change must not decide who gets in. */
export function metadataUrlProblem(url: string, allowPrivate: boolean): string | undefined {
  const problem = webUrlProblem(url);
  if (problem !== undefined) return problem;
  return url.startsWith('https:') || allowPrivate ? undefined : 'must start with https://';
}

/** Reads the metadata that an identity provider publishes; `problem` is the predicate of a sentence about its address. */
export async function fetchMetadata(
  fetcher: Fetcher,
  url: string,
  now: Date,
): Promise<ProviderMetadata | { problem: string }> {
  try {
    const text = await fetchText(fetcher, url);
    if (typeof text !== 'string') return text;
    const metadata = parseMetadata(text, now);
    return 'problem' in metadata ? { problem: `leads to something that ${metadata.problem}` } : metadata;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { problem: `can’t be read: ${error.message.replace(/\.$/, '')}` };
  }
}

/** Follows redirects itself, as none of them may leave https. */
async function fetchText(fetcher: Fetcher, first: string): Promise<string | { problem: string }> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const problem = metadataUrlProblem(url, fetcher.allowPrivate);
    if (problem !== undefined) return { problem: `leads to an address that ${problem}` };
    const headers = { accept: 'application/samlmetadata+xml, application/xml, text/xml, */*;q=0.5' };
    const {
      status,
      headers: answered,
      body,
    } = await fetcher.send(url, {
      method: 'GET',
      headers,
      maxBytes: MAX_BYTES,
    });
    if (status >= 200 && status < 300) return body.toString('utf8');
    const next = status >= 300 && status < 400 ? parseUrl(answered['location'] ?? '', url) : undefined;
    if (!next) return { problem: `can’t be read: it answers with status ${status}` };
    url = next.href;
  }
  return { problem: 'can’t be read: it leads on too often' };
}

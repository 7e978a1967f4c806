import { z } from 'zod';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

const DESCRIPTION = '/.well-known/openid-configuration';
const MAX_BYTES = 1024 * 1024;
const description = z.object({ issuer: z.string().max(2048) });

/**
 * The issuer as the provider itself writes it, for an entered issuer or address of its description: with or
 * without a slash at its end. `problem` is the predicate of a sentence about the entered text. A provider
 * that can't be reached now may be later: the entered text is kept, and shown as not tested.
 */
export async function findIssuer(
  fetcher: Fetcher,
  entered: string,
): Promise<{ issuer: string } | { problem: string }> {
  const base = withoutSlashes(withoutSlashes(entered).replace(/\/\.well-known\/[\w-]+$/, ''));
  const issuer = await fetchIssuer(fetcher, `${base}${DESCRIPTION}`);
  if (issuer === 'unreachable') return { issuer: entered };
  if (issuer === 'not found')
    return { problem: `is no issuer: there is no description of a provider at ${base}${DESCRIPTION}` };
  if (withoutSlashes(issuer) === base) return { issuer: issuer };
  const isTemplate = /[{}]/.test(issuer);
  return {
    problem: isTemplate
      ? `is for several organizations; enter the issuer of yours, as in ${issuer}`
      : `is not what the provider calls itself; enter ${issuer}`,
  };
}

async function fetchIssuer(fetcher: Fetcher, url: string): Promise<string | 'unreachable' | 'not found'> {
  try {
    const headers = { accept: 'application/json' };
    const { status, body } = await fetcher.send(url, { method: 'GET', headers, maxBytes: MAX_BYTES });
    if (status >= 500) return 'unreachable';
    const read = status === 200 ? description.safeParse(parseJson(body.toString('utf8'))) : undefined;
    return read?.success === true ? read.data.issuer : 'not found';
  } catch (error) {
    if (error instanceof FetchError) return 'unreachable';
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

import type { ClaimValue } from '../claim-value.ts';
import type { Claim } from '../claims.ts';

/** A placeholder where a site has no address yet. */
const UNPUBLISHED_URL = 'https://docs.example.com/';

export type SampleLanguage = 'node' | 'python';

export const sampleLanguages: readonly { value: SampleLanguage; label: string }[] = [
  { value: 'node', label: 'Node.js' },
  { value: 'python', label: 'Python' },
];

interface SampleOptions {
  /** Where visitors read the site, with a trailing slash; undefined before publishing. */
  publishedUrl: string | undefined;
  claims: readonly Claim[];
  language: SampleLanguage;
}

/** Code of a sign-in page that sends visitors back to the site with a token, with the site's own values. */
export function signingSample({ publishedUrl = UNPUBLISHED_URL, claims, language }: SampleOptions): string {
  const values = sampleClaims(claims);
  const site = JSON.stringify(publishedUrl);
  return language === 'node' ? nodeSample(site, values) : pythonSample(site, values);
}

/** Where a visitor is sent with a token. */
export function sampleLink(publishedUrl = UNPUBLISHED_URL): string {
  return `${publishedUrl}?jwt_token=eyJhbGciOiJIUzI1NiJ9…`;
}

function nodeSample(site: string, values: Record<string, ClaimValue>): string {
  return `import { SignJWT } from 'jose';

const SITE = ${site};
// The key’s secret. Keep it out of your code and out of browsers.
const key = new TextEncoder().encode(process.env.VISITOR_KEY);

/** \`location\` is the parameter that your sign-in page was opened with. */
export async function visitorUrl(location) {
  const claims = ${JSON.stringify(values, null, 2).replaceAll('\n', '\n  ')};
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(key);
  const url = new URL(SITE + (location ?? '/').slice(1));
  url.searchParams.set('jwt_token', token);
  return url.href;
}
`;
}

const pythonWords = new Map<ClaimValue, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

function pythonSample(site: string, values: Record<string, ClaimValue>): string {
  const claims = Object.entries(values).map(
    ([name, value]) =>
      `        ${JSON.stringify(name)}: ${pythonWords.get(value) ?? JSON.stringify(value)},\n`,
  );
  return `import os
from datetime import datetime, timedelta, timezone
from urllib.parse import urlencode

import jwt  # the package PyJWT

SITE = ${site}
# The key’s secret. Keep it out of your code and out of browsers.
KEY = os.environ["VISITOR_KEY"]


def visitor_url(location="/"):
    """location is the parameter that your sign-in page was opened with."""
    claims = {
${claims.join('')}        "exp": datetime.now(timezone.utc) + timedelta(hours=2),
    }
    token = jwt.encode(claims, KEY, algorithm="HS256")
    separator = "&" if "?" in location else "?"
    return SITE + location[1:] + separator + urlencode({"jwt_token": token})
`;
}

const MAX_CLAIMS = 3;

/** The first claims that a token can have, each with a value of its type. */
export function sampleClaims(claims: readonly Claim[]): Record<string, ClaimValue> {
  const signed = claims.filter(({ name }) => !name.includes('.'));
  return Object.fromEntries(signed.slice(0, MAX_CLAIMS).map((claim) => [claim.name, sampleValue(claim)]));
}

function sampleValue({ type, values = [] }: Claim): ClaimValue {
  const [first] = values;
  if (first !== undefined) return first;
  if (type === 'number' || type === 'integer') return 1;
  return type === 'string' ? 'example' : true;
}

/** Mail providers that the list of the package leaves out. */
const FURTHER_PROVIDERS = [
  'duck.com',
  'fastmail.com',
  'fastmail.fm',
  'posteo.de',
  'posteo.net',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
];

let providers: Promise<ReadonlySet<string>> | undefined;

/**
 * Why a domain, in ASCII and lower case, cannot belong to one organization, continuing a sentence about it; null where
 * it can. The lists are loaded with the first question: most processes never ask.
 */
export async function publicDomainProblem(domain: string): Promise<string | null> {
  const { getPublicSuffix } = await import('tldts');
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain)
    return `names ${domain}, under which anyone can get a domain`;
  providers ??= loadProviders();
  return (await providers).has(domain) ? `names ${domain}, where anyone can get an address` : null;
}

async function loadProviders(): Promise<ReadonlySet<string>> {
  const { default: listed } = await import('email-providers/all.json', { with: { type: 'json' } });
  return new Set([...listed, ...FURTHER_PROVIDERS]);
}

/** The labels of the keys of visitor tokens, and the effects of changing them. */
import type {
  Site,
  SiteVisitorKey,
  SiteVisitorTokenCheck,
  SiteVisitorTokenStatus,
} from '#api/generated/types.gen.ts';
import type { Claim } from '../claims.ts';

/** As on the server: one to rotate from, one to rotate to. */
export const MAX_VALID_KEYS = 2;

/** "…abcd", as a key is recognized. */
export function nameOfKey({ lastCharacters }: Pick<SiteVisitorKey, 'lastCharacters'>): string {
  return `…${lastCharacters}`;
}

export function isValidKey({ expiresAt }: Pick<SiteVisitorKey, 'expiresAt'>, now: number): boolean {
  return expiresAt === undefined || Date.parse(expiresAt) > now;
}

/** How long other keys stay valid; the value is in hours, and empty for ever. */
export const rotationChoices = [
  { value: '1', label: 'For 1 hour' },
  { value: '24', label: 'For 24 hours' },
  { value: '168', label: 'For 7 days' },
  { value: '720', label: 'For 30 days' },
  { value: '', label: 'Until I delete it' },
  { value: '0', label: 'It ends at once' },
];

/** The effects of deleting a key, one sentence each. */
export function deletionImpact(
  site: Pick<Site, 'visibility'>,
  key: SiteVisitorKey,
  keys: readonly SiteVisitorKey[],
  now: number,
): string[] {
  if (!isValidKey(key, now)) return ['It has expired: no token is accepted by it.'];
  const otherKey = keys.find((each) => each.id !== key.id && isValidKey(each, now));
  const isNeeded = site.visibility === 'visitor-auth';
  return [
    isNeeded
      ? 'Visitors who signed in with it must sign in again, at once.'
      : 'Visitors who signed in with it lose their claims at once.',
    otherKey
      ? `Your system must sign with the other key, ${nameOfKey(otherKey)}.`
      : isNeeded
        ? 'Nobody can read the site until your system signs with a new key.'
        : 'Tokens are rejected until your system signs with a new key.',
  ];
}

const results: Record<SiteVisitorTokenStatus, { tone: 'success' | 'danger'; title: string; advice: string }> =
  {
    valid: { tone: 'success', title: 'Valid', advice: 'The site accepts this token.' },
    expired: {
      tone: 'danger',
      title: 'Expired',
      advice: 'The token has ended. Sign a new one when visitors sign in.',
    },
    'not-yet-valid': {
      tone: 'danger',
      title: 'Not valid yet',
      advice: 'The token begins later (nbf). Check the clock of your system.',
    },
    'no-end': {
      tone: 'danger',
      title: 'No end',
      advice: 'The token has no end (exp). Set one, such as two hours from now.',
    },
    'expired-key': {
      tone: 'danger',
      title: 'Expired key',
      advice: 'The token was signed with a key that is no longer accepted. Sign with the current one.',
    },
    'wrong-key': {
      tone: 'danger',
      title: 'Wrong key',
      advice:
        'The token was not signed with a key of this site. The characters of the secret are the bytes of the key; don’t decode them.',
    },
    'wrong-algorithm': {
      tone: 'danger',
      title: 'Wrong algorithm',
      advice: 'The token was not signed with HS256.',
    },
    malformed: {
      tone: 'danger',
      title: 'Not a token',
      advice: 'A token has three parts with a dot in between. Copy all of it.',
    },
  };

/** The result of a check, in words. A result of a newer server is shown as it names it. */
export function describeCheck({ status }: Pick<SiteVisitorTokenCheck, 'status'>) {
  return (
    new Map<string, (typeof results)[SiteVisitorTokenStatus]>(Object.entries(results)).get(status) ?? {
      tone: 'info' as const,
      title: status,
      advice: 'The site doesn’t accept this token.',
    }
  );
}

const typeNames = new Map([
  ['boolean', 'true or false'],
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
]);

/** Where an accepted token doesn't fit the claims of a site, one sentence each. */
export function claimProblems(
  { claims = {}, ignoredClaims = [] }: Pick<SiteVisitorTokenCheck, 'claims' | 'ignoredClaims'>,
  known: readonly Claim[],
): string[] {
  return [
    ...ignoredClaims.map((name) =>
      name === 'unsigned'
        ? '“unsigned” is ignored: a token can’t say what visitors say themselves.'
        : `“${name}” is ignored: this site has no such claim.`,
    ),
    ...known.flatMap(({ name, type, values }) => {
      const value = valueAt(claims, name);
      if (value === undefined || fits(value, { type, values })) return [];
      const expectedType = values
        ? `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`
        : typeNames.get(type ?? '');
      return expectedType === undefined
        ? []
        : [`“${name}” is ${shorten(JSON.stringify(value))}. It should be ${expectedType}.`];
    }),
  ];
}

/** The value of a claim with a dotted name. */
function valueAt(claims: Record<string, unknown>, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (group, part) => (Object.hasOwn(Object(group), part) ? Object(group)[part] : undefined),
      claims,
    );
}

function fits(
  value: unknown,
  { type, values }: { type: string | undefined; values: Claim['values'] },
): boolean {
  if (values) return values.some((each) => each === value);
  if (type === 'integer') return Number.isInteger(value);
  return type === undefined || !typeNames.has(type) || typeof value === type;
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

import { isDeepStrictEqual } from 'node:util';
import { validateAssertion } from '#server/accounts/saml/assertion.ts';
import { checkResponse, decodeResponse } from '#server/accounts/saml/response-rules.ts';
import {
  type ConfiguredProvider,
  serviceOf,
  verifyAssertion,
} from '#server/accounts/saml/service-provider.ts';
import { SignOnError } from '#server/accounts/sign-on/sign-on-error.ts';
import type { SeededRandom } from '../random.ts';
import { IdentityProvider, type ResponseFields } from '../sign-on/identity-provider.ts';
import { type FuzzTarget, mustHold } from './fuzz-target.ts';

const service = { publicUrl: 'https://docs.example' };
const now = new Date('2026-01-01T12:00:00.000Z');
const ISSUER = 'urn:test:fuzz';
const { acsURL, entityID } = serviceOf(service, 'fuzz');
const DAYS = 100_000;
const idp = new IdentityProvider({ from: -DAYS, until: DAYS });

const provider: Pick<ConfiguredProvider, 'id' | 'sso_url'> = { id: 'fuzz', sso_url: idp.ssoURL };

const fields: ResponseFields = {
  requestId: '_request',
  acsURL,
  audience: entityID,
  email: 'ada@press.example',
  now,
  issuer: ISSUER,
  assertionId: '_assertion',
  attributes: { displayName: 'Ada' },
};

const withFixedId = (xml: string): string => xml.replace(/ ID="_[^"]{36}"/, ' ID="_response"');

/** Responses that sign a person in: the assertion is signed, the response, or both. */
const assertion = idp.assertion(fields);
const signedAssertion = idp.sign(assertion);
const valid = [
  withFixedId(idp.wrap(fields, signedAssertion)),
  idp.sign(withFixedId(idp.wrap(fields, assertion))),
  idp.sign(withFixedId(idp.wrap(fields, signedAssertion))),
];
const unsigned = withFixedId(idp.wrap(fields, assertion));
const EXPECTED = {
  subject: fields.email,
  email: fields.email,
  displayName: 'Ada',
  assertionId: '_assertion',
  inResponseTo: '_request',
};

/** The signatures, which are new in each run, as words that are kept instead. */
const signatures = [
  ...new Set(
    valid.flatMap((xml) =>
      [...xml.matchAll(/<ds:(?:SignatureValue|DigestValue)>([^<]+)</g)].map(([, value = '']) => value),
    ),
  ),
];
const placeholderOf = (index: number): string => `$SIGNATURE${index}$`;
const replaceSignatures = (
  text: string,
  replace: (value: string, index: number) => [from: string, to: string],
): string => signatures.reduce((changed, value, index) => changed.replaceAll(...replace(value, index)), text);

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/**
 * Responses of identity providers: after every change of one, it signs in the person that the provider meant,
 * or no one.
 */
export const samlTarget: FuzzTarget = {
  examples: () => [...valid, unsigned].map((xml) => Buffer.from(xml)),
  words: [
    ...[
      '<saml:Assertion',
      '</saml:Assertion>',
      '<samlp:Response',
      '</samlp:Response>',
      '<ds:Signature',
      '</ds:Signature>',
    ],
    ...[
      ' ID="_assertion"',
      ' ID="_response"',
      ' Id="_assertion"',
      ' xml:id="_assertion"',
      ' URI=""',
      ' URI="#_assertion"',
      ' URI="#_response"',
    ],
    ...[
      '<saml:NameID>root@press.example</saml:NameID>',
      '<!-- -->',
      '<!DOCTYPE a [',
      '<!ENTITY a "b">',
      ']>',
      '&a;',
      '&#0;',
      '<![CDATA[',
      ']]>',
      '<?a?>',
    ],
    ...[
      ' xmlns="',
      ' xmlns:saml="',
      'xmlns:ds="',
      'urn:oasis:names:tc:SAML:2.0:assertion',
      'urn:oasis:names:tc:SAML:2.0:status:Success',
      '"',
      "'",
    ],
    ...[
      '<ds:Object>',
      '</ds:Object>',
      '<ds:Transform Algorithm="',
      'http://www.w3.org/TR/1999/REC-xslt-19991116',
      'http://www.w3.org/TR/1999/REC-xpath-19991116',
    ],
    ...[
      'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      '<ds:KeyInfo>',
      '</ds:KeyInfo>',
      '<x/>',
      '<x>',
      '</x>',
    ],
    ...[
      '<saml:EncryptedAssertion>',
      '<saml:Advice>',
      '</saml:Advice>',
      '2026-01-01T12:00:00.000Z',
      '9999-12-31T23:59:59Z',
      'NaN',
      'root@press.example',
      acsURL,
      entityID,
    ],
  ],
  maxBytes: 190_000,
  budgetMs: 1000,
  restructure: moveElement,
  run: async (input) => {
    const claims = await signIn(Buffer.from(input).toString('base64')).catch((error: unknown) => {
      if (error instanceof SignOnError) return undefined;
      throw error;
    });
    if (claims === undefined) return;
    const { subject, email, displayName, assertionId, inResponseTo } = claims;
    const result = { subject, email, displayName, assertionId, inResponseTo };
    mustHold(isDeepStrictEqual(result, EXPECTED), `Somebody else was signed in: ${JSON.stringify(result)}`);
  },
  toSeed: (input) =>
    bytesOf(replaceSignatures(textOf(input), (value, index) => [value, placeholderOf(index)])),
  fromSeed: (seed) =>
    bytesOf(replaceSignatures(textOf(seed), (value, index) => [placeholderOf(index), value])),
};

/** The steps of the consumer, up to the database. */
async function signIn(samlResponse: string) {
  const xml = decodeResponse(samlResponse);
  const checked = checkResponse(xml, { issuer: ISSUER, recipient: acsURL });
  const parsed = await verifyAssertion(service, provider, Buffer.from(xml).toString('base64'), [
    idp.certificate,
  ]).catch((error: unknown) => {
    throw new SignOnError('sso-refused', String(error));
  });
  const claims = validateAssertion(parsed, {
    issuer: ISSUER,
    recipient: acsURL,
    names: { email: [], name: [] },
    now,
  });
  if (checked !== undefined && checked !== claims.inResponseTo)
    throw new SignOnError('sso-refused', 'Another request.');
  return claims;
}

/** Copies, moves or wraps a whole element, which is how signatures are stepped around. */
function moveElement(input: Uint8Array, random: SeededRandom, other: Uint8Array): Uint8Array | undefined {
  const text = textOf(input);
  const [source, target] = [elementsOf(random.chance(0.3) ? textOf(other) : text), elementsOf(text)];
  if (source.length === 0 || target.length === 0) return undefined;
  const moved = random.pick(source);
  const place = random.pick(target);
  switch (random.below(5)) {
    case 0:
      return bytesOf(text.slice(0, place.start) + moved.text + text.slice(place.start));
    case 1:
      return bytesOf(text.slice(0, place.start) + moved.text + text.slice(place.end));
    case 2:
      return bytesOf(text.slice(0, place.start) + text.slice(place.end));
    case 3: {
      // Inside, behind the start tag.
      const inside = text.indexOf('>', place.start) + 1;
      return bytesOf(
        text.slice(0, inside) +
          moved.text.replaceAll('ada@press.example', 'root@press.example') +
          text.slice(inside),
      );
    }
    default: {
      const name = random.pick([
        'ds:Object',
        'saml:Advice',
        'samlp:Extensions',
        'x',
        'samlp:Response',
        'saml:Assertion',
      ]);
      return bytesOf(`${text.slice(0, place.start)}<${name}>${place.text}</${name}>${text.slice(place.end)}`);
    }
  }
}

interface TextElement {
  start: number;
  end: number;
  text: string;
}

/** The elements of a text that is more or less XML. */
function elementsOf(text: string): TextElement[] {
  const elements: TextElement[] = [];
  const open: { name: string; start: number }[] = [];
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(/<(\/?)([\w:]+)[^<>]*>/g)) {
    const end = index + tag.length;
    if (slash !== '/' && !tag.endsWith('/>')) {
      open.push({ name, start: index });
      continue;
    }
    const start = slash === '/' ? open.pop()?.start : index;
    if (start !== undefined) elements.push({ start, end, text: text.slice(start, end) });
  }
  return elements;
}

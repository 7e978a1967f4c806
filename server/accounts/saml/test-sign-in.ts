import type { Kysely } from 'kysely';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { refusedResponse, SignOnError } from '../sign-on/sign-on-error.ts';
import { judgeSignOn, type SentValue, type SignOnTestResult } from '../sign-on/sign-on-test.ts';
import { type SentPerson, sentPersonOf, takePerson } from './person.ts';
import type { ConfiguredProvider } from './service-provider.ts';
import { claimsOf, namesOf, readAssertion } from './verify-response.ts';
import { memberOf } from './xml-elements.ts';

/** The result of a response to a test. Its assertion signs no one in: its request is one of a test. */
export function testResponse(
  db: Kysely<Database>,
  provider: ConfiguredProvider,
  { samlResponse, requestId }: { samlResponse: string | null; requestId: string },
  context: { service: Pick<ServiceSettings, 'publicUrl'>; now: Date },
): Promise<SignOnTestResult> {
  return judgeSignOn(db, { ...provider, kind: 'saml' }, context.now, async (report) => {
    const signed = await readAssertion(provider, samlResponse, context);
    if (signed === 'unsolicited')
      throw new SignOnError('sso-unsolicited', 'The response names no request (InResponseTo).');
    const sentPerson = sentPersonOf(memberOf(signed.assertion, 'Assertion'));
    Object.assign(report, { sent: valuesOf(sentPerson), ...takePerson(sentPerson, namesOf(provider)) });
    const claims = claimsOf(provider, signed, context);
    if (claims.inResponseTo !== requestId) throw refusedResponse('The response is to another request.');
    return claims;
  });
}

function valuesOf({ nameId, nameIdFormat, attributes }: SentPerson): SentValue[] {
  const name = nameIdFormat ?? 'no format';
  return [
    ...(nameId === null ? [] : [{ source: 'NameID' as const, name, values: [nameId] }]),
    ...attributes.map((attribute) => ({ source: 'attribute' as const, ...attribute })),
  ];
}

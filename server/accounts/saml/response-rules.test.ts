import { describe, expect, it } from 'vitest';
import {
  type ResponseFields,
  IdentityProvider,
  newXmlId,
  statusOf,
} from '#server/test/sign-on/identity-provider.ts';
import { newEmail, createRejectionFixture } from '#server/test/sign-on/rejected-sign-on.ts';
import { SignOn } from '#server/test/sign-on/sign-on.ts';
import { testApp } from '#server/test/test-app.ts';

const { w, signOn, expectRejected } = await createRejectionFixture();

const HOUR = 3_600_000;

describe('a response is rejected', () => {
  it.each<[string, string]>([
    ['an error status', statusOf('AuthnFailed')],
    ['an error status with a nested success', statusOf('Responder', 'Success')],
    ['an error status with a reason', statusOf('Responder', 'AuthnFailed')],
  ])('with %s, and the sign-in page says that the provider denied it', async (_what, status) => {
    await expectRejected((fields) => signOn.post(signOn.idp.response(fields)), { status }, 'sso-denied');
    const signed = (fields: ResponseFields) =>
      signOn.idp.sign(signOn.idp.wrap(fields, signOn.idp.assertion(fields)));
    await expectRejected((fields) => signOn.post(signed(fields)), { status }, 'sso-denied');
    // Most providers then send no assertion and sign nothing.
    await expectRejected((fields) => signOn.post(signOn.idp.wrap(fields, '')), { status }, 'sso-denied');
  });

  it.each<[string, string]>([
    ['no status', ''],
    ['two statuses', statusOf('Success') + statusOf('AuthnFailed')],
    ['a status without a code', '<samlp:Status></samlp:Status>'],
    ['a status in another element', `<samlp:Extensions>${statusOf('Success')}</samlp:Extensions>`],
    ['two codes', statusOf('Success').replace('</samlp:Status>', `<samlp:StatusCode/></samlp:Status>`)],
    ['a duplicate code', statusOf('Success').replace(' Value', ' Value="urn:x" Value')],
  ])('with %s', (_what, status) =>
    expectRejected((fields) => signOn.post(signOn.idp.response(fields)), { status }),
  );

  it('if its outer element names another request or provider than its signed assertion', async () => {
    const withAssertionOf = (fields: ResponseFields, outside: Partial<ResponseFields>) =>
      signOn.post(signOn.idp.wrap({ ...fields, ...outside }, signOn.idp.sign(signOn.idp.assertion(fields))));
    await expectRejected((fields) => withAssertionOf(fields, { requestId: newXmlId() }));
    await expectRejected((fields) => withAssertionOf(fields, { issuer: 'urn:other' }));
  });

  it.each<[string, string, string]>([
    ['whose end is another one', '</samlp:Status>', '</samlp:Other>'],
    ['that is not closed', '</samlp:Status>', ''],
    ['with a second equals sign', ' Destination=', ' Destination=='],
    ['with an attribute without a value', ' Destination=', ' Other Destination='],
    ['without a blank between attributes', '" ID=', '"ID='],
    ['without a name', '</samlp:Status>', '</samlp:Status>< />'],
  ])('with a tag %s, before the parser guesses what it means', (_what, from, to) =>
    expectRejected((fields) => signOn.post(signOn.idp.response(fields).replace(from, to))),
  );

  it('if a signature does not reference what it signs', async () => {
    const bare = (xml: string) => xml.replace('<ds:Reference URI="#', '<ds:Reference URI="');
    const resigned = (fields: ResponseFields, uri: string) =>
      signOn.idp.sign(signOn.idp.assertion(fields), uri);
    await expectRejected((fields) => signOn.post(bare(signOn.idp.response(fields))));
    for (const uri of ['', newXmlId(), 'bare']) {
      await expectRejected(
        (fields) => {
          const name = uri === 'bare' ? (fields.assertionId ?? '') : uri;
          return signOn.post(signOn.idp.wrap(fields, resigned(fields, name)));
        },
        { assertionId: newXmlId() },
      );
    }
  });

  it('if its assertion is encrypted, or has no current AuthnStatement', async () => {
    await expectRejected(
      (fields) => signOn.post(signOn.idp.wrap(fields, '<saml:EncryptedAssertion></saml:EncryptedAssertion>')),
      {},
      'sso-encrypted',
    );
    const changed = (fields: ResponseFields, statement: string) => {
      const assertion = signOn.idp
        .assertion(fields)
        .replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, statement);
      return signOn.post(signOn.idp.wrap(fields, signOn.idp.sign(assertion)));
    };
    await expectRejected((fields) => changed(fields, ''));
    const ended = '<saml:AuthnStatement SessionNotOnOrAfter="2001-01-01T00:00:00Z"></saml:AuthnStatement>';
    await expectRejected((fields) => changed(fields, ended));
  });
});

describe('a response signed with a key that', () => {
  it('has expired since it was entered is rejected, and the sign-in page says so', async () => {
    const { clock } = await testApp();
    clock.advance(49 * HOUR);
    await expectRejected((fields) => signOn.post(signOn.idp.response(fields)), {}, 'sso-certificate');
    clock.reset();
  });

  it('has expired, or is weak, is rejected beside a valid one', async () => {
    const { db } = await testApp();
    const here = await SignOn.connect(w);
    const ended = new IdentityProvider({ from: -9, until: -8 });
    const weak = new IdentityProvider(undefined, 1024);
    const certificate = [here.idp, ended, weak].map((idp) => idp.certificate).join('\n');
    await db.updateTable('saml_providers').set({ certificate }).where('id', '=', here.provider.id).execute();
    const fields = { ...(await here.fields(newEmail())), issuer: here.idp.entityID };
    for (const idp of [ended, weak]) {
      expect((await here.post(idp.response(fields))).location).toContain('error=sso-refused');
    }
    expect((await here.post(here.idp.response(fields))).location).toBe('/');
  });
});

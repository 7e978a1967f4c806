import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { type AnswerFields, IdentityProvider, newXmlId, statusOf } from '#server/test/identity-provider.ts';
import { postForm, SignOn, type SignOnAnswer } from '#server/test/sign-on.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { type World, world } from '#server/test/world.ts';
import { processorTime } from '#server/test/processor-time.ts';

let w: World;
let signOn: SignOn;
beforeAll(async () => {
  w = await world();
  signOn = await SignOn.connect(w);
});

const newEmail = () => `${newId().toLowerCase()}@new.example`;

/** Users of an address, members and sessions of an organization: what a refused sign-in must not have changed. */
async function traces(here: World, email: string) {
  const { db } = await testApp();
  const organizationId = here.organization.id;
  const users = await db.selectFrom('users').select('id').where('email', 'ilike', `${email}%`).execute();
  const members = await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('sso_organization_id', '=', organizationId)
    .execute();
  const providers = await db
    .selectFrom('saml_providers')
    .select('status')
    .where('organization_id', '=', organizationId)
    .execute();
  return { users, members, sessions, providers };
}

/** Posts what `make` makes and expects the sign-in page, and that nothing is left. */
async function expectRefused(
  make: (fields: AnswerFields) => Promise<SignOnAnswer> | SignOnAnswer,
  changes: Partial<AnswerFields> = {},
  code = 'sso-refused',
): Promise<void> {
  const email = changes.email ?? newEmail();
  const before = await traces(w, email);
  const answer = await make(await signOn.fields(email, changes));
  expect(answer.status).toBe(303);
  expect(answer.location).toMatch(new RegExp(`^/login\\?error=${code}&request=[\\w-]+$`));
  expect(answer.cookie).toBeUndefined();
  expect(await traces(w, email)).toEqual(before);
}

const HOUR = 3_600_000;

describe('an answer is refused', () => {
  it('when nothing of it is signed', () =>
    expectRefused((fields) => signOn.post(signOn.idp.envelope(fields, signOn.idp.assertion(fields)))));

  it('when another key has signed it', () => {
    const foreign = new IdentityProvider();
    return expectRefused((fields) => signOn.post(foreign.answer({ ...fields, issuer: signOn.idp.entityID })));
  });

  it('when it was changed after it was signed', () =>
    expectRefused((fields) => {
      const answer = signOn.idp.answer(fields);
      return signOn.post(answer.replace(fields.email, `x${fields.email}`));
    }));

  it.each<[string, Partial<AnswerFields>]>([
    ['another audience', { audience: 'https://other.example/metadata' }],
    ['another recipient', { recipient: 'https://other.example/acs' }],
    ['another issuer', { issuer: 'urn:other' }],
    ['a time that is over', { from: -2 * HOUR, until: -HOUR }],
    ['a time that has not come', { from: HOUR, until: 2 * HOUR }],
    ['no e-mail address', { email: 'nobody' }],
  ])('when it is for %s', (_what, changes) =>
    expectRefused((fields) => signOn.post(signOn.idp.answer(fields)), changes),
  );

  it('when it was sent to another address', () =>
    expectRefused((fields) => {
      const assertion = signOn.idp.sign(signOn.idp.assertion(fields));
      return signOn.post(signOn.idp.envelope({ ...fields, acsURL: 'https://other.example/acs' }, assertion));
    }));

  it('when nobody asked for it, or too long ago', async () => {
    const send = (fields: AnswerFields) => signOn.post(signOn.idp.answer(fields));
    await expectRefused(send, { requestId: newXmlId() }, 'sso-expired');
    const { clock } = await testApp();
    const { requestId } = await signOn.start();
    clock.advance(11 * 60_000);
    await expectRefused(send, { requestId }, 'sso-expired');
    clock.reset();
  });

  it('when it, or its assertion in another answer, was used before', async () => {
    const fields = await signOn.fields(newEmail(), { assertionId: newXmlId() });
    const answer = signOn.idp.answer(fields);
    expect((await signOn.post(answer)).location).toBe('/');
    await expectRefused(() => signOn.post(answer), { requestId: fields.requestId }, 'sso-expired');
    await expectRefused((again) => signOn.post(signOn.idp.answer(again)), {
      assertionId: fields.assertionId,
    });
  });

  it('when two of them arrive at once, but for one', async () => {
    const answer = signOn.idp.answer(await signOn.fields(newEmail()));
    const answers = await Promise.all([signOn.post(answer), signOn.post(answer), signOn.post(answer)]);
    expect(answers.filter(({ cookie }) => cookie !== undefined)).toHaveLength(1);
  });

  it('when it has a comment, a document type, entities or an instruction, even signed', async () => {
    await expectRefused((fields) => signOn.post(signOn.idp.answer(fields)), {
      email: 'admin@press.example<!-- -->.evil.example',
    });
    const variants = [
      '<!DOCTYPE samlp:Response [<!ENTITY x "y">]>',
      '<!DOCTYPE a SYSTEM "https://evil.example/a.dtd">',
      '<?xml-stylesheet href="https://evil.example"?>',
      '<?xml version="1.0"?><!-- -->',
    ];
    for (const start of variants) {
      await expectRefused((fields) => signOn.post(start + signOn.idp.answer(fields)));
    }
  });

  it('when it signs with what is no longer trusted', () =>
    expectRefused((fields) =>
      signOn.post(
        signOn.idp
          .answer(fields)
          .replace(
            'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
            'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
          ),
      ),
    ));

  it.each<[string, string]>([
    ['a status that is no success', statusOf('AuthnFailed')],
    ['a refusal with a success inside of it', statusOf('Responder', 'Success')],
    ['a refusal that says why', statusOf('Responder', 'AuthnFailed')],
  ])('with %s, and the sign-in page says that the provider refused', async (_what, status) => {
    await expectRefused((fields) => signOn.post(signOn.idp.answer(fields)), { status }, 'sso-denied');
    const signed = (fields: AnswerFields) =>
      signOn.idp.sign(signOn.idp.envelope(fields, signOn.idp.assertion(fields)));
    await expectRefused((fields) => signOn.post(signed(fields)), { status }, 'sso-denied');
    // Most providers send no assertion then, and sign nothing.
    await expectRefused((fields) => signOn.post(signOn.idp.envelope(fields, '')), { status }, 'sso-denied');
  });

  it.each<[string, string]>([
    ['no status', ''],
    ['two statuses', statusOf('Success') + statusOf('AuthnFailed')],
    ['a status without a code', '<samlp:Status></samlp:Status>'],
    ['a status out of its place', `<samlp:Extensions>${statusOf('Success')}</samlp:Extensions>`],
    ['two codes', statusOf('Success').replace('</samlp:Status>', `<samlp:StatusCode/></samlp:Status>`)],
    ['a code said twice', statusOf('Success').replace(' Value', ' Value="urn:x" Value')],
  ])('with %s', (_what, status) =>
    expectRefused((fields) => signOn.post(signOn.idp.answer(fields)), { status }),
  );

  it('when its outside says another request or another provider than its signed assertion', async () => {
    const withAssertionOf = (fields: AnswerFields, outside: Partial<AnswerFields>) =>
      signOn.post(
        signOn.idp.envelope({ ...fields, ...outside }, signOn.idp.sign(signOn.idp.assertion(fields))),
      );
    await expectRefused((fields) => withAssertionOf(fields, { requestId: newXmlId() }));
    await expectRefused((fields) => withAssertionOf(fields, { issuer: 'urn:other' }));
  });

  it('when a signature does not name what it signs', async () => {
    const bare = (xml: string) => xml.replace('<ds:Reference URI="#', '<ds:Reference URI="');
    const resigned = (fields: AnswerFields, uri: string) =>
      signOn.idp.sign(signOn.idp.assertion(fields), uri);
    await expectRefused((fields) => signOn.post(bare(signOn.idp.answer(fields))));
    for (const uri of ['', newXmlId(), 'bare']) {
      await expectRefused(
        (fields) => {
          const name = uri === 'bare' ? (fields.assertionId ?? '') : uri;
          return signOn.post(signOn.idp.envelope(fields, resigned(fields, name)));
        },
        { assertionId: newXmlId() },
      );
    }
  });

  it('when its assertion is encrypted, or says not that somebody has signed in', async () => {
    await expectRefused((fields) =>
      signOn.post(signOn.idp.envelope(fields, '<saml:EncryptedAssertion></saml:EncryptedAssertion>')),
    );
    const changed = (fields: AnswerFields, statement: string) => {
      const assertion = signOn.idp
        .assertion(fields)
        .replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, statement);
      return signOn.post(signOn.idp.envelope(fields, signOn.idp.sign(assertion)));
    };
    await expectRefused((fields) => changed(fields, ''));
    const ended = '<saml:AuthnStatement SessionNotOnOrAfter="2001-01-01T00:00:00Z"></saml:AuthnStatement>';
    await expectRefused((fields) => changed(fields, ended));
  });

  it('when it is too large, no form, no base64, no XML or no answer', async () => {
    const { app } = await testApp();
    const { acsURL } = signOn.provider.service;
    const asForm = (text: string) => new URLSearchParams({ SAMLResponse: text }).toString();
    await expectRefused(() => postForm(app, acsURL, asForm('A'.repeat(300 * 1024))));
    await expectRefused(() => postForm(app, acsURL, ''));
    await expectRefused(() => postForm(app, acsURL, asForm('<xml>')));
    await expectRefused(() => signOn.post('not xml'));
    await expectRefused(() => signOn.post('<a></a>'));
    const started = processorTime();
    for (const costly of [
      '<a>'.repeat(30_000),
      '<a>'.repeat(15_000) + '</a>'.repeat(15_000),
      `<a>${'<b></b>'.repeat(15_000)}</a>`,
      `<a ${Array.from({ length: 10_000 }, (_, index) => `a${index}=""`).join(' ')}></a>`,
      `<a b="${'<'.repeat(50_000)}`,
    ]) {
      await expectRefused(() => signOn.post(costly));
    }
    expect(processorTime() - started).toBeLessThan(5000);
    await expectRefused((fields) => signOn.post(signOn.idp.envelope(fields, '')));
    const json = await app.inject({
      method: 'POST',
      url: new URL(acsURL).pathname,
      payload: { SAMLResponse: 'x' },
    });
    expect(json.headers.location).toContain('error=sso-refused');
  });
});

describe('a wrapped signature is refused', () => {
  /** A signed assertion of the provider for somebody, and an unsigned one for somebody else. */
  const pair = (fields: AnswerFields) => {
    const signed = signOn.idp.sign(signOn.idp.assertion({ ...fields, email: w.reader.email }));
    return { signed, forged: signOn.idp.assertion(fields), id: / ID="([^"]+)"/.exec(signed)?.[1] ?? '' };
  };
  const signatureIn = (xml: string) => /<ds:Signature .*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
  const withoutSignature = (xml: string) => xml.replace(signatureIn(xml), '');
  const intoIssuer = (xml: string, more: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${more}`);

  it.each<[string, (fields: AnswerFields) => string]>([
    ['the forged assertion before the signed one', (f) => pair(f).forged + pair(f).signed],
    ['the signed assertion before the forged one', (f) => pair(f).signed + pair(f).forged],
    [
      'the signed assertion inside the forged one',
      (f) => {
        const { signed, forged } = pair(f);
        return forged.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`);
      },
    ],
    [
      'the signature in the forged assertion, with the signed one inside of it',
      (f) => {
        const { signed, forged } = pair(f);
        const object = `<ds:Object>${withoutSignature(signed)}</ds:Object></ds:Signature>`;
        return intoIssuer(forged, signatureIn(signed).replace('</ds:Signature>', object));
      },
    ],
    [
      'the same id twice, the signed assertion out of the way',
      (f) => {
        const { signed, forged, id } = pair(f);
        const twin = forged.replace(/ ID="[^"]+"/, ` ID="${id}"`);
        return `<samlp:Extensions>${signed}</samlp:Extensions>${intoIssuer(twin, signatureIn(signed))}`;
      },
    ],
    [
      'a forged assertion out of the way',
      (f) => `<samlp:Extensions>${pair(f).forged}</samlp:Extensions>${pair(f).signed}`,
    ],
    [
      'the signature beside the forged assertion',
      (f) => {
        const { signed, forged } = pair(f);
        return `${signatureIn(signed)}${forged}<samlp:Extensions>${withoutSignature(signed)}</samlp:Extensions>`;
      },
    ],
  ])('%s', (_what, content) =>
    expectRefused((fields) => signOn.post(signOn.idp.envelope(fields, content(fields)))),
  );

  it('a signed answer inside of a forged one', () =>
    expectRefused((fields) => {
      const { idp } = signOn;
      const real = { ...fields, email: w.reader.email };
      const signed = idp.sign(idp.envelope(real, idp.assertion(real)));
      const object = `<ds:Object>${withoutSignature(signed)}</ds:Object></ds:Signature>`;
      const signature = signatureIn(signed).replace('</ds:Signature>', object);
      const forged = idp.envelope(fields, idp.assertion(fields));
      return signOn.post(intoIssuer(forged, signature));
    }));
});

describe('an answer for somebody else is refused', () => {
  it('of another provider of the organization', async () => {
    const other = await SignOn.connect(w);
    await expectRefused((fields) => signOn.post(other.idp.answer(fields)));
    await expectRefused(async () => {
      const fields = await other.fields(newEmail());
      return signOn.post(other.idp.answer({ ...fields, acsURL: signOn.provider.service.acsURL }));
    });
  });

  it('for another organization that trusts the same provider', async () => {
    const there = await world();
    const { body } = await as(there.admin).post(`${there.base}/saml`, signOn.idp.settings);
    const { acsURL, entityID } = body.service;
    const { app } = await testApp();
    const postThere = (xml: string) =>
      postForm(
        app,
        acsURL,
        new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
      );
    const before = await traces(there, 'x');
    const fields = await signOn.fields(newEmail());
    // As it is, and made out for the other organization in answer to a request of this one.
    for (const changes of [{}, { acsURL, audience: entityID }]) {
      const answer = await postThere(signOn.idp.answer({ ...fields, ...changes }));
      expect(answer.location).toMatch(/error=sso-(refused|expired)/);
      expect(answer.cookie).toBeUndefined();
    }
    expect(await traces(there, 'x')).toEqual(before);
  });

  it('once its provider was removed or trusts another certificate', async () => {
    const here = await SignOn.connect(w);
    const fields = await here.fields(newEmail());
    const url = `${w.base}/saml/${here.provider.id}`;
    const { certificate } = new IdentityProvider();
    await as(w.admin).patch(url, { certificate });
    expect((await here.post(here.idp.answer(fields))).location).toContain('error=sso-refused');
    await as(w.admin).patch(url, { certificate: here.idp.certificate });
    expect((await here.post(here.idp.answer(fields))).location).toBe('/');
    await as(w.admin).delete(url);
    expect((await here.post(here.idp.answer(fields))).location).toContain('error=sso-unavailable');
  });
});

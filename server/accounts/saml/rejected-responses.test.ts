import { describe, expect, it } from 'vitest';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { type ResponseFields, IdentityProvider, newXmlId } from '#server/test/sign-on/identity-provider.ts';
import { newEmail, createRejectionFixture, signInState } from '#server/test/sign-on/rejected-sign-on.ts';
import { postForm, SignOn } from '#server/test/sign-on/sign-on.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { decodeResponse } from './response-rules.ts';

const { w, signOn, expectRejected } = await createRejectionFixture();

const HOUR = 3_600_000;

describe('a response is rejected', () => {
  it('if nothing in it is signed', () =>
    expectRejected((fields) => signOn.post(signOn.idp.wrap(fields, signOn.idp.assertion(fields)))));

  it('if another key signed it', () => {
    const otherProvider = new IdentityProvider();
    return expectRejected((fields) =>
      signOn.post(otherProvider.response({ ...fields, issuer: signOn.idp.entityID })),
    );
  });

  it('if it was changed after signing', () =>
    expectRejected((fields) => {
      const response = signOn.idp.response(fields);
      return signOn.post(response.replace(fields.email, `x${fields.email}`));
    }));

  it.each<[string, Partial<ResponseFields>]>([
    ['another audience', { audience: 'https://other.example/metadata' }],
    ['another recipient', { recipient: 'https://other.example/acs' }],
    ['another issuer', { issuer: 'urn:other' }],
    ['a time in the past', { from: -2 * HOUR, until: -HOUR }],
    ['a time in the future', { from: HOUR, until: 2 * HOUR }],
  ])('if it is for %s', (_what, changes) =>
    expectRejected((fields) => signOn.post(signOn.idp.response(fields)), changes),
  );

  it('if it was sent to another URL', () =>
    expectRejected((fields) => {
      const assertion = signOn.idp.sign(signOn.idp.assertion(fields));
      return signOn.post(signOn.idp.wrap({ ...fields, acsURL: 'https://other.example/acs' }, assertion));
    }));

  it('if its request is unknown or too old', async () => {
    const send = (fields: ResponseFields) => signOn.post(signOn.idp.response(fields));
    await expectRejected(send, { requestId: newXmlId() }, 'sso-expired');
    const { clock } = await testApp();
    const { requestId } = await signOn.start();
    clock.advance(11 * 60_000);
    await expectRejected(send, { requestId }, 'sso-expired');
    clock.reset();
  });

  it('if it, or its assertion in another response, was used before', async () => {
    const fields = await signOn.fields(newEmail(), { assertionId: newXmlId() });
    const response = signOn.idp.response(fields);
    expect((await signOn.post(response)).location).toBe('/');
    await expectRejected(() => signOn.post(response), { requestId: fields.requestId }, 'sso-expired');
    await expectRejected((again) => signOn.post(signOn.idp.response(again)), {
      assertionId: fields.assertionId,
    });
  });

  it('if it arrives twice at once, except for one', async () => {
    const response = signOn.idp.response(await signOn.fields(newEmail()));
    const responses = await Promise.all([
      signOn.post(response),
      signOn.post(response),
      signOn.post(response),
    ]);
    expect(responses.filter(({ cookie }) => cookie !== undefined)).toHaveLength(1);
  });

  it('if it contains a comment, a document type, entities or an instruction, even signed', async () => {
    await expectRejected((fields) => signOn.post(signOn.idp.response(fields)), {
      email: 'admin@press.example<!-- -->.evil.example',
    });
    const variants = [
      '<!DOCTYPE samlp:Response [<!ENTITY x "y">]>',
      '<!DOCTYPE a SYSTEM "https://evil.example/a.dtd">',
      '<?xml-stylesheet href="https://evil.example"?>',
      '<?xml version="1.0"?><!-- -->',
    ];
    for (const start of variants) {
      await expectRejected((fields) => signOn.post(start + signOn.idp.response(fields)));
    }
  });

  it('if its algorithm is no longer trusted', () =>
    expectRejected((fields) =>
      signOn.post(
        signOn.idp
          .response(fields)
          .replace(
            'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
            'http://www.w3.org/2001/04/xmldsig-more#rsa-md5',
          ),
      ),
    ));

  it('if it is too large, or not a form, base64, XML or response', async () => {
    const { app } = await testApp();
    const { acsURL } = signOn.provider.service;
    const asForm = (text: string) => new URLSearchParams({ SAMLResponse: text }).toString();
    await expectRejected(() => postForm(app, acsURL, asForm('A'.repeat(300 * 1024))));
    await expectRejected(() => postForm(app, acsURL, ''));
    await expectRejected(() => postForm(app, acsURL, asForm('<xml>')));
    await expectRejected(() => signOn.post('not xml'));
    await expectRejected(() => signOn.post('<a></a>'));
    for (const costly of [
      '<a>'.repeat(30_000),
      '<a>'.repeat(15_000) + '</a>'.repeat(15_000),
      `<a>${'<b></b>'.repeat(15_000)}</a>`,
      `<a ${Array.from({ length: 10_000 }, (_, index) => `a${index}=""`).join(' ')}></a>`,
      `<a b="${'<'.repeat(50_000)}`,
    ]) {
      await expectRejected(() => signOn.post(costly));
      // Rejected by its tags alone: parsing it would take quadratic time.
      const text = Buffer.from(costly).toString('base64');
      expect(() => decodeResponse(text)).toThrow('not valid XML or is too large');
    }
    await expectRejected((fields) => signOn.post(signOn.idp.wrap(fields, '')));
    const json = await app.inject({
      method: 'POST',
      url: new URL(acsURL).pathname,
      payload: { SAMLResponse: 'x' },
    });
    expect(json.headers.location).toContain('error=sso-refused');
  });
});

describe('a wrapped signature is rejected', () => {
  /** A signed assertion of the provider for one person, and a forged one for another. */
  const pair = (fields: ResponseFields) => {
    const signed = signOn.idp.sign(signOn.idp.assertion({ ...fields, email: w.reader.email }));
    return { signed, forged: signOn.idp.assertion(fields), id: / ID="([^"]+)"/.exec(signed)?.[1] ?? '' };
  };
  const signatureIn = (xml: string) => /<ds:Signature .*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
  const withoutSignature = (xml: string) => xml.replace(signatureIn(xml), '');
  const intoIssuer = (xml: string, more: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${more}`);

  it.each<[string, (fields: ResponseFields) => string]>([
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
      'the signature in the forged assertion, with the signed one inside',
      (f) => {
        const { signed, forged } = pair(f);
        const object = `<ds:Object>${withoutSignature(signed)}</ds:Object></ds:Signature>`;
        return intoIssuer(forged, signatureIn(signed).replace('</ds:Signature>', object));
      },
    ],
    [
      'a duplicate id, with the signed assertion in Extensions',
      (f) => {
        const { signed, forged, id } = pair(f);
        const copy = forged.replace(/ ID="[^"]+"/, ` ID="${id}"`);
        return `<samlp:Extensions>${signed}</samlp:Extensions>${intoIssuer(copy, signatureIn(signed))}`;
      },
    ],
    [
      'a forged assertion in Extensions',
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
    expectRejected((fields) => signOn.post(signOn.idp.wrap(fields, content(fields)))),
  );

  it('a signed response inside a forged one', () =>
    expectRejected((fields) => {
      const { idp } = signOn;
      const real = { ...fields, email: w.reader.email };
      const signed = idp.sign(idp.wrap(real, idp.assertion(real)));
      const object = `<ds:Object>${withoutSignature(signed)}</ds:Object></ds:Signature>`;
      const signature = signatureIn(signed).replace('</ds:Signature>', object);
      const forged = idp.wrap(fields, idp.assertion(fields));
      return signOn.post(intoIssuer(forged, signature));
    }));
});

describe('a response for another recipient is rejected', () => {
  it('of another provider of the organization', async () => {
    const otherProvider = await SignOn.connect(w);
    await expectRejected((fields) => signOn.post(otherProvider.idp.response(fields)));
    await expectRejected(async () => {
      const fields = await otherProvider.fields(newEmail());
      return signOn.post(otherProvider.idp.response({ ...fields, acsURL: signOn.provider.service.acsURL }));
    });
  });

  it('for another organization that trusts the same provider', async () => {
    const there = await createOrganizationFixture();
    const { body } = await as(there.admin).post(`${there.base}/saml`, signOn.idp.settings);
    const { acsURL, entityID } = body.service;
    const { app } = await testApp();
    const postThere = (xml: string) =>
      postForm(
        app,
        acsURL,
        new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
      );
    const before = await signInState(there, 'x');
    const fields = await signOn.fields(newEmail());
    // Unchanged, and issued for the other organization in response to a request of this one.
    for (const changes of [{}, { acsURL, audience: entityID }]) {
      const response = await postThere(signOn.idp.response({ ...fields, ...changes }));
      expect(response.location).toMatch(/error=sso-(refused|expired)/);
      expect(response.cookie).toBeUndefined();
    }
    expect(await signInState(there, 'x')).toEqual(before);
  });

  it('once its provider is deleted or trusts another certificate', async () => {
    const here = await SignOn.connect(w);
    const fields = await here.fields(newEmail());
    const url = `${w.base}/saml/${here.provider.id}`;
    const { certificate } = new IdentityProvider();
    await as(w.admin).patch(url, { certificate });
    expect((await here.post(here.idp.response(fields))).location).toContain('error=sso-refused');
    await as(w.admin).patch(url, { certificate: here.idp.certificate });
    expect((await here.post(here.idp.response(fields))).location).toBe('/');
    await as(w.admin).delete(url);
    expect((await here.post(here.idp.response(fields))).location).toContain('error=sso-unavailable');
  });
});

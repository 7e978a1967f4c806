import type { FastifyInstance } from 'fastify';
import { inflateRawSync } from 'node:zlib';
import { IdentityProvider, type ResponseFields } from './identity-provider.ts';
import { OidcBrowser } from './oidc-browser.ts';
import { OidcProvider } from './oidc-provider.ts';

/** A person at an identity provider. */
export interface PersonThere {
  subject: string;
  email: string;
  /** Further parameters of the provider. */
  more?: Record<string, string | boolean | undefined>;
  /** Changes a SAML response after it was signed. */
  alter?: (xml: string) => string;
  /** Writes the SAML response; by default one with a signed assertion. */
  respond?: (idp: IdentityProvider, fields: ResponseFields) => string;
}

/** A browser with cookies at a separate IP address, which follows no redirects. */
export class CookieBrowser {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, string>();
  /** Separate, because attempts are counted for each. */
  readonly #address = `2001:db8:${[0, 0].map(() => Math.floor(Math.random() * 65_535).toString(16)).join(':')}::1`;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, token, form }: { body?: object; token?: string; form?: Record<string, string> } = {},
  ) {
    const payload = form ? new URLSearchParams(form).toString() : body;
    const response = await this.#app.inject({
      method,
      url: path,
      remoteAddress: this.#address,
      headers: {
        'x-requested-with': 'console',
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      location: String(response.headers.location),
      body: isJson ? response.json() : undefined,
    };
  }
}

/** An identity provider of either kind that is set up in an organization. */
export interface SignOnDriver {
  readonly kind: 'saml' | 'oidc';
  readonly providerId: string;
  /** Its path in the API, below the organization. */
  readonly path: string;
  /** The path at which a sign-in starts. */
  readonly startPath: string;
  /** A change after which it is another provider. */
  readonly otherProvider: object;
  /** Signs a person in there, and lets the browser bring back what the provider says. */
  finish: (browser: CookieBrowser, url: string, person: PersonThere) => Promise<{ location: string }>;
}

/** Connects a provider as an administrator. */
export type ConnectDriver = (
  app: FastifyInstance,
  admin: { token: string; organizationId: string },
  now: () => Date,
) => Promise<SignOnDriver & { close: () => Promise<void> }>;

async function connect(
  app: FastifyInstance,
  { token, organizationId }: { token: string; organizationId: string },
  { path, settings }: { path: string; settings: object },
) {
  const { status, body } = await new CookieBrowser(app).send('POST', `/v1/orgs/${organizationId}${path}`, {
    token,
    body: settings,
  });
  if (status !== 201) throw new Error(`The provider was not created: ${JSON.stringify(body)}`);
  return body;
}

/** How a provider differs from the usual one. */
interface OidcHabits {
  settings?: (idp: OidcProvider) => object;
  /** Whether what is known of a person has to be asked for. */
  answersOnRequest?: boolean;
}

export const connectOidcWith =
  (habits: OidcHabits): ConnectDriver =>
  async (app, admin) => {
    const idp = await OidcProvider.start();
    idp.answersOnRequest = habits.answersOnRequest ?? false;
    // So that the provider describes itself while it is entered.
    idp.register('http://127.0.0.1/later');
    const settings = { ...idp.settings, ...habits.settings?.(idp) };
    const provider = await connect(app, admin, { path: '/oidc', settings });
    idp.register(provider.service.redirectURL);
    return {
      kind: 'oidc',
      providerId: provider.id,
      path: `/oidc/${provider.id}`,
      startPath: new URL(provider.service.startURL).pathname,
      otherProvider: { issuer: 'http://127.0.0.1:1/other', clientSecret: 'another' },
      close: () => idp.close(),
      async finish(browser, url, { subject, email, more }) {
        idp.people.set(subject, { email, ...more });
        const callback = await new OidcBrowser(app).signInThere(new URL(url), subject);
        return browser.send('GET', callback);
      },
    };
  };

export const connectOidc: ConnectDriver = connectOidcWith({});

/** @param settingsOf what an administrator enters */
export const connectSamlWith =
  (settingsOf: (idp: IdentityProvider) => object): ConnectDriver =>
  async (app, admin, now) => {
    const idp = new IdentityProvider();
    const provider = await connect(app, admin, { path: '/saml', settings: settingsOf(idp) });
    const { acsURL, entityID, startURL } = provider.service;
    return {
      kind: 'saml',
      providerId: provider.id,
      path: `/saml/${provider.id}`,
      startPath: new URL(startURL).pathname,
      otherProvider: { entityID: 'urn:test:another' },
      close: async () => undefined,
      async finish(browser, url, person) {
        const {
          subject,
          email,
          more = {},
          alter = (xml) => xml,
          respond = (by, said) => by.response(said),
        } = person;
        const sentRequest = Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64');
        const requestId = / ID="([^"]+)"/.exec(inflateRawSync(sentRequest).toString())?.[1] ?? '';
        // The NameID is the subject; the address is an attribute.
        const fields = { requestId, acsURL, audience: entityID, email: subject };
        const attributes = Object.fromEntries(
          Object.entries({ mail: email, ...more }).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)]],
          ),
        );
        const xml = alter(respond(idp, { ...fields, attributes, now: now() }));
        const form = { SAMLResponse: Buffer.from(xml).toString('base64') };
        return browser.send('POST', new URL(acsURL).pathname, { form });
      },
    };
  };

export const connectSaml: ConnectDriver = connectSamlWith((idp) => idp.settings);

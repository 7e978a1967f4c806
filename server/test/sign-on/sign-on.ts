import type { FastifyInstance } from 'fastify';
import { inflateRawSync } from 'node:zlib';
import type { SamlProvider } from '#api/generated/types.gen.ts';
import type { OrganizationFixture } from '../organization-fixture.ts';
import { as, testApp } from '../test-app.ts';
import { type ResponseFields, IdentityProvider } from './identity-provider.ts';

/** An organization's identity provider, with the browser's side of a sign-in. */
export class SignOn {
  readonly idp: IdentityProvider;
  readonly provider: SamlProvider;

  readonly #organizationId: string;

  private constructor(idp: IdentityProvider, provider: SamlProvider, organizationId: string) {
    this.idp = idp;
    this.provider = provider;
    this.#organizationId = organizationId;
  }

  /** Connects a new identity provider to an organization. */
  static async connect(w: OrganizationFixture, fields: object = {}): Promise<SignOn> {
    const idp = new IdentityProvider();
    const { status, body } = await as(w.admin).post(`${w.base}/saml`, { ...idp.settings, ...fields });
    if (status !== 201) throw new Error(`The provider was not created: ${JSON.stringify(body)}`);
    return new SignOn(idp, body, w.organization.id);
  }

  /** The provider, to link people of it. */
  get identityProvider() {
    return { kind: 'saml', id: this.provider.id, organizationId: this.#organizationId } as const;
  }

  /** Opens the start URL; returns the request of the redirect. */
  async start(relayState?: string): Promise<{ requestId: string; url: URL; cookie: string }> {
    const { app } = await testApp();
    const query = relayState === undefined ? '' : `?${new URLSearchParams({ RelayState: relayState })}`;
    const response = await app.inject({
      method: 'GET',
      url: pathnameOf(this.provider.service.startURL) + query,
    });
    if (response.statusCode !== 303) throw new Error(`The sign-in did not start: ${response.body}`);
    const url = new URL(String(response.headers.location));
    const request = inflateRawSync(
      Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString();
    const requestId = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
    return { requestId, url, cookie: String(response.headers['set-cookie']) };
  }

  /** Starts a sign-in; returns the fields of its response. */
  async fields(email: string, changes: Partial<ResponseFields> = {}): Promise<ResponseFields> {
    const { clock } = await testApp();
    const { requestId } =
      changes.requestId === undefined ? await this.start() : { requestId: changes.requestId };
    const { acsURL, entityID } = this.provider.service;
    return { requestId, acsURL, audience: entityID, email, now: clock.now(), ...changes };
  }

  /** Starts a sign-in and posts the signed response. */
  async signIn(email: string, changes: Partial<ResponseFields> = {}) {
    return this.post(this.idp.response(await this.fields(email, changes)));
  }

  /** Posts a response to the assertion consumer service, as a browser does. */
  async post(xml: string, extra: Record<string, string> = {}): Promise<SignOnResponse> {
    const { app } = await testApp();
    const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), ...extra });
    return postForm(app, this.provider.service.acsURL, form.toString());
  }
}

/** The response of the assertion consumer service. */
export interface SignOnResponse {
  status: number;
  location: string;
  /** The refresh cookie; undefined if none was set. */
  cookie: string | undefined;
}

export async function postForm(
  app: FastifyInstance,
  acsURL: string,
  payload: string,
  cookie?: string,
): Promise<SignOnResponse> {
  const response = await app.inject({
    method: 'POST',
    url: pathnameOf(acsURL),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.example',
      ...(cookie !== undefined && { cookie }),
    },
    payload,
  });
  const set = [response.headers['set-cookie']].flat().find((text) => text?.startsWith('bindery_refresh='));
  return {
    status: response.statusCode,
    location: String(response.headers.location),
    cookie: set?.split(';', 1)[0],
  };
}

/** Refreshes a session with its cookie. */
export async function refreshSession(
  cookie: string,
): Promise<{ status: number; token: string; userId: string }> {
  const { app } = await testApp();
  const response = await app.inject({
    method: 'POST',
    url: '/auth/refresh',
    headers: { cookie, 'x-requested-with': 'console' },
  });
  const body = response.json();
  return { status: response.statusCode, token: body.accessToken, userId: body.user?.id };
}

function pathnameOf(url: string): string {
  return new URL(url).pathname;
}

import { createHmac, createPublicKey, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Who signs in at the provider, as it describes them. */
interface OidcPerson {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

type Claims = Record<string, unknown>;

/** The parts of an ID token, to be changed by a test. */
export interface IdTokenParts {
  claims: Claims;
  /** Signs with the provider's key. */
  sign: (claims: Claims) => string;
  key: KeyObject;
}

export const CLIENT_ID = 'bindery';
export const CLIENT_SECRET = 'a secret that the provider has given';

/** A real OpenID Connect provider on this machine, with a sign-in page that asks for an address. */
export class OidcProvider {
  readonly issuer: string;
  readonly #server: Server;
  #provider: Provider | undefined;
  #key: KeyObject;
  #keyId = 0;
  #redirectURL = '';
  /** By address; anybody else is confirmed and has no name. */
  readonly people = new Map<string, OidcPerson>();
  /** Replaces the ID tokens that are handed out. */
  tamper: ((parts: IdTokenParts) => string) | undefined;
  /** Whether what is known of a person is in the ID token, or has to be asked for. */
  answersOnRequest = false;

  private constructor(server: Server) {
    const { port } = server.address() as AddressInfo;
    this.issuer = `http://127.0.0.1:${port}`;
    this.#server = server;
    this.#key = newKey();
    server.on('request', (request, response) => void this.#handle(request, response));
  }

  static async start(): Promise<OidcProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OidcProvider(server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The settings that an administrator enters. */
  get settings() {
    return { label: 'Work', issuer: this.issuer, clientID: CLIENT_ID, clientSecret: CLIENT_SECRET };
  }

  /** Registers the service; again after a change of the provider. */
  register(redirectURL: string): void {
    this.#redirectURL = redirectURL;
    this.#provider = this.#build();
  }

  /** From now on, everything is signed with another key. */
  rotateKey(): void {
    this.#key = newKey();
    this.#keyId += 1;
    this.#provider = this.#build();
  }

  #build(): Provider {
    const kid = `key-${this.#keyId}`;
    const jwk = { ...this.#key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [this.#redirectURL] }],
      jwks: { keys: [jwk as never] },
      cookies: { keys: ['of a test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name'] },
      conformIdTokenClaims: this.answersOnRequest,
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
      findAccount: (_context, address) => ({
        accountId: address,
        claims: () => {
          const knownPerson = this.people.get(address) ?? {};
          return { sub: address, email: address, email_verified: true, ...knownPerson };
        },
      }),
      // The service needs no consent.
      loadExistingGrant: async (context) => {
        const grant = new provider.Grant({
          clientId: CLIENT_ID,
          accountId: context.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const { body } = context;
      if (!this.tamper || typeof body !== 'object' || !('id_token' in body)) return;
      const claims = JSON.parse(
        Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString(),
      );
      const sign = (changed: Claims) => signToken({ alg: 'RS256', kid }, changed, this.#key);
      context.body = { ...body, id_token: this.tamper({ claims, sign, key: this.#key }) };
    });
    return provider;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (!provider) return void response.writeHead(503).end();
    if (request.url?.startsWith('/sign-in/') !== true) return void provider.callback()(request, response);
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return void response.end(SIGN_IN_PAGE);
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const accountId = new URLSearchParams(text).get('email') ?? '';
    const result =
      accountId === ''
        ? { error: 'access_denied', error_description: 'The person said no.' }
        : { login: { accountId } };
    await provider.interactionFinished(request, response, result);
  }
}

const SIGN_IN_PAGE = `<!doctype html><html lang="en"><title>Work</title><main><h1>Sign in at Work</h1>
<form method="post"><label>Your address <input name="email" autofocus></label><button>Continue</button></form></main></html>`;

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A signed token (RS256). */
function signToken(header: object, claims: Claims, key: KeyObject): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createSign('RSA-SHA256').update(input).sign(key, 'base64url')}`;
}

/** A token with no signature at all. */
export function unsignedToken(claims: Claims): string {
  return `${encode({ alg: 'none' })}.${encode(claims)}.`;
}

/** A token that is "signed" with a public value: the public key, as the secret of HS256. */
export function tokenSignedWithPublicKey(claims: Claims, key: KeyObject): string {
  const secret = createPublicKey(key).export({ format: 'pem', type: 'spki' });
  const input = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** A token signed by a stranger. */
export function signedByStranger(claims: Claims, kid: string): string {
  return signToken({ alg: 'RS256', kid }, claims, newKey());
}

import type { Configuration, CustomFetch } from 'openid-client';
import type { OidcService } from '#api/generated/types.gen.ts';
import { webUrlProblem } from '#server/base/parse-url.ts';
import type { SecretPlace } from '#server/base/secret-keys.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { refusedResponse, SignOnError } from '../sign-on/sign-on-error.ts';
import type { SentClaims } from './claims.ts';

/** The path prefix of sign-in with OpenID Connect. */
export const OIDC_PATH = '/auth/oidc';

const SCOPE = 'openid email profile';
const MEBIBYTE = 1024 * 1024;

/** The values to enter at the identity provider; unique per provider, so that a response fits only one. */
export function serviceOf(service: Pick<ServiceSettings, 'publicUrl'>, providerId: string): OidcService {
  const startURL = appUrl(service, `${OIDC_PATH}/${providerId}`);
  return { redirectURL: `${startURL}/callback`, startURL };
}

/** Where the client secret of a provider is stored. */
export function clientSecretPlace(providerId: string): SecretPlace {
  return { table: 'oidc_providers', column: 'client_secret', id: providerId };
}

/** The values remembered between the redirect and the response. */
interface Checks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

type OidcSettings = Pick<ServiceSettings, 'publicUrl' | 'secretKeys'>;

interface ClientContext {
  fetcher: Fetcher;
  now: Date;
}

/**
 * Reads the provider's description, each time: sign-ins are rare, and a changed key or address takes effect at once.
 * Throws `SignOnError` if it can't be reached or is no description of this issuer.
 */
async function configure(
  { secretKeys }: OidcSettings,
  provider: Row<'oidc_providers'>,
  { fetcher, now }: ClientContext,
): Promise<Configuration> {
  // Loaded on first sign-in: most processes never need it.
  const library = await import('openid-client');
  const { issuer, client_id: clientId } = provider;
  const clientSecret = secretKeys.decrypt(provider.client_secret, clientSecretPlace(provider.id));
  if (clientSecret === '')
    throw new SignOnError('sso-unavailable', 'The client secret of the provider has to be entered again.');
  const metadata = { [library.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000) };
  // The other hosts that the description names are reached through the same guard.
  const send: CustomFetch = async (url, { method, headers, body, signal }) => {
    const requestOptions = { method, headers, maxBytes: MEBIBYTE, ...(signal && { signal }) };
    const response = await fetcher.send(url, {
      ...requestOptions,
      ...(body != null && { body: String(body) }),
    });
    const hasBody = response.body.length > 0;
    return new Response(hasBody ? new Uint8Array(response.body) : null, {
      status: response.status,
      headers: response.headers,
    });
  };
  // Without https only where the operator lets the server reach private addresses: tests and development.
  const insecure = fetcher.allowPrivate ? [library.allowInsecureRequests] : [];
  // The method is known only from the description, so it is chosen when it is used.
  const authenticate: Parameters<typeof library.discovery>[3] = (server, client, form, headers) => {
    // Without a list, it is the one with a header, as the standard says.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const usesHeader = methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
    const method = usesHeader ? library.ClientSecretBasic : library.ClientSecretPost;
    return method(clientSecret)(server, client, form, headers);
  };
  return library
    .discovery(new URL(issuer), clientId, metadata, authenticate, {
      [library.customFetch]: send,
      execute: [library.enableNonRepudiationChecks, ...insecure],
    })
    .catch((error: unknown) => {
      throw signOnErrorOf(error);
    });
}

/** The URL that leads a browser to the identity provider. */
export async function authorizeUrl(
  service: OidcSettings,
  provider: Row<'oidc_providers'>,
  checks: Checks & { loginHint?: string | undefined },
  context: ClientContext,
): Promise<string> {
  const library = await import('openid-client');
  const config = await configure(service, provider, context);
  const endpoint = config.serverMetadata().authorization_endpoint;
  if (endpoint === undefined || webUrlProblem(endpoint) !== undefined)
    throw refusedResponse('The provider has no authorization endpoint.');
  const url = library.buildAuthorizationUrl(config, {
    redirect_uri: serviceOf(service, provider.id).redirectURL,
    scope: SCOPE,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: 'S256',
    ...(checks.loginHint !== undefined && { login_hint: checks.loginHint }),
  });
  return url.href;
}

/**
 * Exchanges the code of a response for an ID token, and checks all of it: state, issuer (also that of the response),
 * audience, times, nonce and signature. What it says is judged by `takeClaims`. Throws `SignOnError`.
 *
 * @param query what the provider's redirect carried
 */
export async function fetchClaims(
  service: OidcSettings,
  provider: Row<'oidc_providers'>,
  { query, checks }: { query: string; checks: Checks },
  context: ClientContext,
): Promise<SentClaims> {
  const library = await import('openid-client');
  const config = await configure(service, provider, context);
  const url = new URL(serviceOf(service, provider.id).redirectURL);
  url.search = query;
  try {
    const tokens = await library.authorizationCodeGrant(config, url, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token) throw refusedResponse('The response has no ID token.');
    // Many providers put the address into the ID token; others only answer for it.
    const asks = token['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const answered = asks ? await library.fetchUserInfo(config, tokens.access_token, token.sub) : undefined;
    return { token, answered };
  } catch (error) {
    throw signOnErrorOf(error);
  }
}

/** Denied by the person or the provider, out of reach, or wrong. */
function signOnErrorOf(error: unknown): SignOnError {
  if (error instanceof SignOnError) return error;
  const causes = [error, Reflect.get(Object(error), 'cause')];
  const fetching = causes.find((cause) => cause instanceof FetchError);
  if (fetching) return new SignOnError('sso-unreachable', 'The provider can’t be reached.', { cause: error });
  if (Reflect.get(Object(error), 'code') === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new SignOnError('sso-denied', 'The provider denied the sign-in.', { cause: error });
  return refusedResponse('The response of the provider is invalid.', error);
}

import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/** Structured log lines on stdout, without secrets. */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    serializers: {
      req: (request) => ({
        method: request.method,
        url: loggedUrl(request),
        ip: request.clientAddress,
      }),
    },
  };
}

const HIDDEN = '[hidden]';

/** Parameters of operations that say nothing about anybody. What the contract gets anew is hidden until it is here. */
const LOGGED_PARAMETERS: ReadonlySet<string> = new Set(
  (
    'action actor authors brokenContext bucket changeRequest colorMode computed contributor creator customizationDraft ' +
    'default deleted form format item limit metadata nested only order orderBy owner page published ' +
    'requestedReviewer revision role search since site sort space status subpages target targetPage title until'
  ).split(' '),
);

/** Routes with a secret in their path. */
const SECRET_PARAMS: Readonly<Record<string, readonly string[]>> = {
  '/v1/orgs/:organizationId/invites/:inviteId': ['inviteId'],
};

/** A screen of the console, which is no route of the server. */
const JOIN_SCREEN = /^(\/+join\/+[^/]+\/+).+$/i;

/** The key of a shared site, and what is longer than any name: addresses of previews, tokens. Ids have 20 characters. */
const KEY = /^\w{21,}$|^.{80,}$/;

type LoggedRequest = Pick<FastifyRequest, 'url'> & {
  routeOptions: Pick<FastifyRequest['routeOptions'], 'url' | 'config'>;
};

/** The address of a request without what opens something: keys, tokens, signatures, codes, what visitors say of themselves. */
export function loggedUrl({ url, routeOptions: { url: route, config } }: LoggedRequest): string {
  const { operation, other } = config;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const isKnown = (name: string) =>
    operation ? LOGGED_PARAMETERS.has(name) : (other?.loggedQuery?.includes(name) ?? false);
  // At its own host, a site has all paths that are no route's.
  const hasKeys = route === undefined || other?.isPublished === true;
  const loggedPath = hasKeys ? withoutKeys(path) : withoutParams(path, route);
  return loggedPath + (end < 0 ? '' : loggedQuery(url.slice(end + 1), isKnown));
}

function withoutParams(path: string, route: string): string {
  const secret = SECRET_PARAMS[route];
  if (!secret) return path;
  const names = route.split('/');
  return path
    .split('/')
    .map((segment, at) => (secret.includes(names[at]?.slice(1) ?? '') ? HIDDEN : segment))
    .join('/');
}

/** Which segment is a key, is only known once the site has been found. */
function withoutKeys(path: string): string {
  const joined = decoded(path);
  if (JOIN_SCREEN.test(joined)) return joined.replace(JOIN_SCREEN, `$1${HIDDEN}`);
  let isAfterPreview = false;
  return path
    .split('/')
    .map((segment) => {
      const text = decoded(segment);
      const isSecret = isAfterPreview || KEY.test(text);
      isAfterPreview = text === '~preview' || (isAfterPreview && text === '');
      return isSecret ? HIDDEN : segment;
    })
    .join('/');
}

/** Names that are not known may be secrets themselves. */
function loggedQuery(query: string, isKnown: (name: string) => boolean): string {
  if (query === '') return '';
  const parts = query
    .split('&')
    .map((part) => (isKnown(decoded(part.split('=', 1)[0] ?? '')) ? part : HIDDEN));
  return `?${[...new Set(parts)].join('&')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

import { bodies } from './accounts/routes/account-bodies.ts';
import type { OtherRoute } from './plugins/route-table.ts';

const KIBIBYTE = 1024;
/** A token or a code in JSON. */
const SMALL = { maxBodyBytes: 4 * KIBIBYTE };
/** A passkey with its signature. */
const PASSKEY = { maxBodyBytes: 32 * KIBIBYTE };
/** A SAML response with its signature and certificates has about 10 KiB. */
const SAML_RESPONSE = { maxBodyBytes: 256 * KIBIBYTE };

const auth = { ...SMALL, isLimited: true, isOwnOriginOnly: true } as const;
const ownSession = { ...auth, caller: 'session' } as const;
/** Browsers come here from the pages of identity providers; errors lead to the sign-in page. */
const signOn = { ...SMALL, caller: 'provider', isLimited: true } as const;
const open = { ...SMALL, caller: 'anyone', isLimited: false } as const;
const published = {
  ...SMALL,
  caller: 'visitor',
  isLimited: true,
  isPublished: true,
  query: ['q', 'v', 'page', 'jwt_token', 'reader_member', 'visitor.*'],
  loggedQuery: ['v'],
} as const;
/** The sentence of a reader, percent-encoded. */
const readerForm = {
  ...published,
  maxBodyBytes: 16 * KIBIBYTE,
  body: 'form',
  answers: [204, 301, 302, 303, 401, 403, 404],
} as const;
const signed = { ...SMALL, caller: 'signed', isLimited: true } as const;

/** All of them, by method and URL. What the server registers has to be here, and the other way round. */
export const OTHER_ROUTES = {
  'GET /auth/options': { ...auth, caller: 'anyone', answers: [200] },
  'POST /auth/link': { ...auth, caller: 'code', body: bodies.code, answers: [200, 401, 403] },
  'POST /auth/password': { ...auth, caller: 'anyone', body: bodies.password, answers: [200, 401, 403] },
  'POST /auth/passkey/options': { ...auth, caller: 'anyone', answers: [200, 403, 409] },
  'POST /auth/passkey': {
    ...auth,
    ...PASSKEY,
    caller: 'anyone',
    body: bodies.passkey,
    answers: [200, 401, 403, 409],
  },
  'POST /auth/mail': { ...auth, caller: 'anyone', body: bodies.mail, answers: [202, 403, 409] },
  'POST /auth/join': { ...auth, caller: 'code', body: bodies.join, answers: [202, 403, 404, 409] },
  'POST /auth/code': { ...auth, caller: 'code', body: bodies.code, answers: [200, 401, 403] },
  'POST /auth/account/passkey': {
    ...auth,
    caller: 'code',
    body: bodies.accountPasskey,
    answers: [200, 401, 403, 409],
  },
  'POST /auth/account': {
    ...auth,
    ...PASSKEY,
    caller: 'code',
    body: bodies.account,
    answers: [200, 401, 403, 409],
  },
  'POST /auth/set-up/passkey': {
    ...auth,
    caller: 'code',
    body: bodies.setUpPasskey,
    answers: [200, 401, 403, 409],
  },
  'POST /auth/set-up': {
    ...auth,
    ...PASSKEY,
    caller: 'code',
    body: bodies.setUp,
    answers: [200, 401, 403, 409],
  },
  'POST /auth/demonstration': {
    ...auth,
    caller: 'anyone',
    body: bodies.demonstration,
    answers: [200, 403, 404],
  },
  'POST /auth/session': { ...auth, caller: 'code', body: bodies.session, answers: [200, 401, 403] },
  'POST /auth/refresh': { ...auth, caller: 'cookie', answers: [200, 401, 403] },
  'DELETE /auth/session': { ...auth, caller: 'cookie', answers: [204, 403] },

  'GET /auth/credentials': { ...ownSession, answers: [200, 401, 403] },
  'PUT /auth/credentials/password': {
    ...ownSession,
    body: bodies.newPassword,
    answers: [204, 401, 403, 409],
  },
  'DELETE /auth/credentials/password': { ...ownSession, answers: [204, 401, 403, 409] },
  'POST /auth/credentials/passkey-options': { ...ownSession, answers: [200, 401, 403, 409] },
  'POST /auth/credentials/passkeys': {
    ...ownSession,
    ...PASSKEY,
    body: bodies.newPasskey,
    answers: [204, 401, 403, 409],
  },
  'PATCH /auth/credentials/passkeys/:id': {
    ...ownSession,
    body: bodies.passkeyName,
    answers: [204, 401, 403, 404, 409],
  },
  'DELETE /auth/credentials/passkeys/:id': { ...ownSession, answers: [204, 401, 403, 404, 409] },
  'GET /auth/credentials/email': { ...ownSession, answers: [200, 401, 403] },
  'POST /auth/credentials/email/confirmation': { ...ownSession, answers: [202, 401, 403, 409] },
  'POST /auth/credentials/email': { ...ownSession, body: bodies.newEmail, answers: [202, 401, 403, 409] },
  'GET /auth/credentials/offered-email': { ...ownSession, answers: [200, 401, 403] },
  'POST /auth/credentials/offered-email': {
    ...ownSession,
    body: bodies.newEmail,
    answers: [202, 401, 403, 409],
  },
  'POST /auth/credentials/email/code': { ...ownSession, body: bodies.code, answers: [200, 401, 403, 409] },
  'POST /auth/credentials/email/confirm': { ...ownSession, body: bodies.code, answers: [204, 401, 403, 409] },
  'POST /auth/credentials/delete-account': {
    ...ownSession,
    body: bodies.deletion,
    answers: [204, 401, 403, 409],
  },
  'POST /auth/credentials/identities': {
    ...ownSession,
    body: bodies.identity,
    answers: [200, 401, 403, 404, 409],
  },
  'POST /auth/credentials/identities/pending': { ...ownSession, answers: [200, 401, 403, 404, 409] },
  'DELETE /auth/credentials/identities/pending': { ...ownSession, answers: [204, 401, 403] },
  'POST /auth/sign-on-tests': { ...ownSession, body: bodies.identity, answers: [200, 401, 403, 404, 409] },
  'POST /auth/sign-on-tests/result': { ...ownSession, body: bodies.code, answers: [200, 401, 403, 404] },
  'DELETE /auth/credentials/identities/:id': { ...ownSession, answers: [204, 401, 403, 404, 409] },

  'GET /auth/saml': { ...signOn, query: ['email', 'RelayState'], answers: [303] },
  'GET /auth/saml/:providerId': { ...signOn, query: ['RelayState'], answers: [303] },
  'POST /auth/saml/:providerId/acs': { ...signOn, ...SAML_RESPONSE, body: 'form', answers: [303] },
  'GET /auth/saml/:providerId/metadata': { ...signOn, answers: [200, 303, 404] },
  'GET /auth/oidc/:providerId': {
    ...signOn,
    query: ['RelayState', 'iss', 'login_hint', 'target_link_uri'],
    answers: [303],
  },
  'GET /auth/oidc/:providerId/callback': { ...signOn, query: ['code', 'state', 'error'], answers: [303] },

  'GET /files/:fileId': {
    ...signed,
    query: ['expires', 'signature', 'name'],
    loggedQuery: ['expires'],
    answers: [200, 403, 404],
  },
  'GET /files/sites/:siteId/:pictureId': {
    ...signed,
    query: ['expires', 'signature'],
    loggedQuery: ['expires'],
    answers: [200, 403, 404],
  },
  'GET /prints/:changeRequestId': {
    ...signed,
    query: ['expires', 'signature', 'revision', 'page', 'only'],
    loggedQuery: ['expires', 'revision', 'page', 'only'],
    answers: [200, 403, 404],
  },
  'GET /exports/:revisionId': {
    ...signed,
    query: ['expires', 'signature', 'space', 'name'],
    loggedQuery: ['expires', 'space'],
    answers: [200, 403, 404],
  },
  'PUT /uploads/:uploadId': {
    ...signed,
    body: 'bytes',
    query: ['expires', 'signature'],
    loggedQuery: ['expires'],
    answers: [204, 403, 404, 408],
  },
  'PUT /import-uploads/:uploadId': {
    ...signed,
    body: 'bytes',
    query: ['expires', 'signature'],
    loggedQuery: ['expires'],
    answers: [204, 403, 404, 408, 409],
  },
  'GET /imports/:importId/report.csv': {
    ...signed,
    query: ['expires', 'signature'],
    loggedQuery: ['expires'],
    answers: [200, 403, 404],
  },

  // A payload of a push names its commits and files; one that is larger is left to the next look at the repository.
  'POST /git-webhooks/:connectionId': {
    caller: 'signed',
    isLimited: true,
    maxBodyBytes: 1024 * KIBIBYTE,
    body: 'form',
    answers: [202, 401],
  },

  // Mail programs post a form, for people who are signed out too.
  'GET /u/:token': { ...signed, answers: [200, 404] },
  'POST /u/:token': { ...signed, body: 'form', answers: [200, 404] },

  'GET /published': { ...published, answers: [301, 404] },
  'GET /published/:organization': { ...published, answers: [301, 404] },
  'GET /published/:organization/*': { ...published, answers: [200, 301, 302, 304, 401, 404] },
  // What readers say about a page, and that they see one that was fetched ahead; at host names of sites, too.
  'POST /published/:organization/*': readerForm,
  'POST /~seen': readerForm,
  'POST /~feedback': readerForm,
  'POST /:key/~seen': readerForm,
  'POST /:key/~feedback': readerForm,
  'GET /published/~preview/*': { ...published, answers: [200, 301, 302, 304, 404] },
  'GET /published/~/assets/:name': { ...published, answers: [200, 301, 404] },
  // Proxies that get certificates ask for names, not for anything of a site.
  'GET /published/~ask': {
    ...open,
    isLimited: true,
    query: ['domain'],
    loggedQuery: ['domain'],
    answers: [200, 404],
  },

  'GET /livez': { ...open, answers: [200] },
  'GET /readyz': { ...open, answers: [200] },
  // Of those who watch the server, with METRICS_TOKEN or the token of an operator.
  'GET /metrics': { ...open, caller: 'signed', isLimited: true, answers: [200, 401, 403] },
  'GET /openapi.json': { ...open, answers: [200] },
  'GET /openapi.yaml': { ...open, answers: [200], isBuilt: true },
  'OPTIONS /v1': { ...open, answers: [204] },
  'OPTIONS /v1/*': { ...open, answers: [204] },
} as const satisfies Record<string, OtherRoute>;

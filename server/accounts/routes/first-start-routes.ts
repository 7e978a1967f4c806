import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#server/base/email-addresses.ts';
import { badValue, notFound, unauthorized } from '#server/base/errors.ts';
import { isLoopback } from '#server/network/addresses.ts';
import { hostnameOfHeader } from '#server/sites/hostnames.ts';
import { relyingPartyOf } from '../credentials/passkeys.ts';
import {
  type DemonstrationPerson,
  findDemonstrationPeople,
  startDemonstrationSession,
} from '../sign-in/demonstration-sign-in.ts';
import { setUp, startSetUpPasskey } from '../sign-in/first-administrator.ts';
import { bodies, parseBody, toCredential } from './account-bodies.ts';
import { partyOr409 } from './credential-routes.ts';
import { browserOf, sendSignIn } from './session-routes.ts';

export const INVALID_CODE = 'The link is invalid, already used or expired. Ask for a new one.';

/** Getting in to a server that was just started: as the first administrator, or as one of the demonstration's people. */
export function registerFirstStart(auth: FastifyInstance, large: { bodyLimit: number }): void {
  auth.post('/auth/set-up/passkey', async ({ body, clock, db, service }) => {
    const fields = parseBody(bodies.setUpPasskey, body);
    const party = partyOr409(service.publicUrl);
    const person = { ...fields, email: emailOr400(fields.email) };
    const options = await startSetUpPasskey(db, party, person, clock.now());
    if (!options) throw unauthorized(INVALID_CODE);
    return options;
  });

  auth.post('/auth/set-up', large, async (request, reply) => {
    const { password, passkey, ...fields } = parseBody(bodies.setUp, request.body);
    const person = {
      ...fields,
      email: emailOr400(fields.email),
      credential: toCredential({ password, passkey }),
    };
    const browser = browserOf(request);
    const grant = await setUp(request.db, relyingPartyOf(request.service.publicUrl), person, browser);
    if (!grant) throw unauthorized(INVALID_CODE);
    return sendSignIn(request, reply, { grant, browser });
  });

  auth.post('/auth/demonstration', async (request, reply) => {
    const { userId } = parseBody(bodies.demonstration, request.body);
    const browser = browserOf(request);
    const grant =
      isOpenedLocally(request) &&
      (await startDemonstrationSession(request.db, request.service, userId, browser));
    if (!grant) throw notFound('person of the demonstration');
    return sendSignIn(request, reply, { grant, browser });
  });
}

/** Whom the sign-in page offers. */
export async function listDemonstrationPeople(request: FastifyRequest): Promise<DemonstrationPerson[]> {
  return isOpenedLocally(request) ? findDemonstrationPeople(request.db, request.service) : [];
}

/** Not under another name: a hostile page could give this machine a name, and a tunnel lets others in. */
const isOpenedLocally = ({ headers }: FastifyRequest) => isLoopback(hostnameOfHeader(headers.host));

function emailOr400(text: string): string {
  const email = normalizeEmail(text);
  if (email === null) throw badValue('body.email', 'is not a valid email address');
  return email;
}

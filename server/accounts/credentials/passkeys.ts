import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Row } from '#server/database/tables/schema.ts';
import type { NewPasskey } from './credentials.queries.ts';

/** As long as browsers leave their dialog open. */
export const CEREMONY_MS = 5 * 60_000;
const SITE_NAME = 'Bindery';

/** The site that passkeys are bound to. */
export interface RelyingParty {
  /** Its host name. */
  id: string;
  origin: string;
}

/** Null where browsers offer no passkeys: at IP addresses, and without encryption but on this machine. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isAddress || !isSecure ? null : { id: hostname, origin };
}

/** Loaded with the first passkey: it brings a parser of certificates. */
const loadLibrary = () => import('@simplewebauthn/server');

interface NewPasskeyOwner {
  id: string;
  email: string;
  displayName: string;
  /** The credential ids of passkeys that exist: one authenticator gets one passkey. */
  existing: readonly string[];
}

/** The options with which the browser makes a passkey; the caller keeps `challenge`. */
export async function registrationOptions(party: RelyingParty, owner: NewPasskeyOwner) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: party.id,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    userDisplayName: owner.displayName,
    timeout: CEREMONY_MS,
    // The maker of the authenticator does not matter, and is private.
    attestationType: 'none',
    excludeCredentials: owner.existing.map((id) => ({ id })),
    // It signs in alone: the authenticator knows the account, and checks its person.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * The options with which the browser signs in with any passkey of this site: they name no account, so they
 * disclose none.
 */
export async function authenticationOptions(party: RelyingParty, challenge: Uint8Array<ArrayBuffer>) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge,
    timeout: CEREMONY_MS,
    userVerification: 'required',
  });
}

/** The passkey that a browser has made; null if the response is not valid. `response` is anything that was sent. */
export async function verifyRegistration(
  party: RelyingParty,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialBackedUp,
  };
}

/** The passkey's new counter; null if the response is not valid, or was made by a copy of its authenticator. */
export async function verifyAuthentication(
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  { challenge, passkey }: { challenge: string; passkey: Row<'passkeys'> },
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!result?.verified) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { signIn } from '#src/api/session/session.ts';
import { requestAuth } from './auth-requests.ts';

/** Loaded with the first use of a passkey. */
const loadLibrary = () => import('@simplewebauthn/browser');

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Signs in with a passkey that the person chooses in the browser's dialog. Rejects if they cancel. */
export async function signInWithPasskey(): Promise<void> {
  const [optionsJSON, { startAuthentication }] = await Promise.all([
    requestAuth<PublicKeyCredentialRequestOptionsJSON>('passkey/options'),
    loadLibrary(),
  ]);
  await signIn('passkey', { passkey: await startAuthentication({ optionsJSON }) });
}

/** Makes a passkey in the browser's dialog: for the options of the server, which gets the response. */
export async function createPasskey(
  requestOptions: () => Promise<PublicKeyCredentialCreationOptionsJSON>,
  send: (passkey: RegistrationResponseJSON) => Promise<unknown>,
): Promise<void> {
  const [optionsJSON, { startRegistration }] = await Promise.all([requestOptions(), loadLibrary()]);
  await send(await startRegistration({ optionsJSON }));
}

/** Makes a passkey, and with it the account of a link. `more` is sent with the passkey only. */
export function createAccountWithPasskey(
  path: 'account' | 'set-up',
  account: { code: string; displayName: string; email?: string },
  more?: { organization: string },
): Promise<void> {
  return createPasskey(
    () => requestAuth(`${path}/passkey`, account),
    (passkey) => signIn(path, { ...account, ...more, passkey }),
  );
}

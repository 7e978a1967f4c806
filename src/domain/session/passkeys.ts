import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
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

/** Makes a passkey in the browser's dialog, and with it the account of a mailed link. */
export async function createAccountWithPasskey(account: {
  code: string;
  displayName: string;
}): Promise<void> {
  const [optionsJSON, { startRegistration }] = await Promise.all([
    requestAuth<PublicKeyCredentialCreationOptionsJSON>('account/passkey', account),
    loadLibrary(),
  ]);
  await signIn('account', { ...account, passkey: await startRegistration({ optionsJSON }) });
}

/** Why a sign-in failed; part of the URL of the console's sign-in page. */
export type SignOnErrorCode =
  | 'sso-unavailable'
  | 'sso-unknown'
  | 'sso-unreachable'
  | 'sso-unverified'
  | 'sso-no-address'
  | 'sso-certificate'
  | 'sso-denied'
  | 'sso-refused'
  | 'sso-sha1'
  | 'sso-encrypted'
  | 'sso-unsolicited'
  | 'sso-expired'
  | 'sso-account';

/** A rejected sign-in. The message is for the log. */
export class SignOnError extends Error {
  readonly code: SignOnErrorCode;

  constructor(code: SignOnErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The identity provider's response is invalid. */
export function refusedResponse(message: string, cause?: unknown): SignOnError {
  return new SignOnError('sso-refused', message, { cause });
}

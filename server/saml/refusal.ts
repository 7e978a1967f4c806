/** Why a sign-in failed, as the console is told: an address that ends in one of these explains itself. */
export type RefusalCode =
  | 'sso-unavailable'
  | 'sso-unknown'
  | 'sso-certificate'
  | 'sso-denied'
  | 'sso-refused'
  | 'sso-expired'
  | 'sso-account';

/** A sign-in that is not let through. The message is for the log. */
export class SamlRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The answer of an identity provider is not what it has to be. */
export function refused(message: string, cause?: unknown): SamlRefusal {
  return new SamlRefusal('sso-refused', message, { cause });
}

import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';

/** In characters; checked before anything is verified. */
export const MAX_TOKEN_LENGTH = 8000;

/** Three parts in base64url; some decoders leave out what stands behind them. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Clocks of other systems may differ by so much. */
export const TOLERANCE_SECONDS = 60;

const ALGORITHM = 'HS256';

/** A key of a site. */
export interface TokenKey {
  secret: string;
  expiresAt: Date | null;
}

/** Why a token is not accepted. */
export type TokenProblem =
  | 'expired'
  | 'not-yet-valid'
  | 'no-end'
  | 'expired-key'
  | 'wrong-key'
  | 'wrong-algorithm'
  | 'malformed';

/** The result of checking a token. A key is there if it has signed the token, with the token's claims. */
export type CheckedToken<Key extends TokenKey> =
  | { kind: 'valid'; key: Key; payload: JWTPayload }
  | { kind: 'refused'; problem: TokenProblem; key?: Key; payload?: JWTPayload };

/** Verifies a token with the keys of a site, of which any may have signed it. */
export async function checkToken<Key extends TokenKey>(
  keys: readonly Key[],
  token: string,
  now: Date,
): Promise<CheckedToken<Key>> {
  const formal = formalProblem(token);
  if (formal) return { kind: 'refused', problem: formal };
  for (const key of keys) {
    const checked = await verifyToken(key, token, now);
    if (checked.kind === 'refused' && checked.problem === 'wrong-key') continue;
    if (key.expiresAt === null || key.expiresAt > now) return checked;
    return { ...checked, kind: 'refused', problem: 'expired-key' };
  }
  return { kind: 'refused', problem: 'wrong-key' };
}

/** The problems that are visible without a key. */
function formalProblem(token: string): 'malformed' | 'wrong-algorithm' | undefined {
  if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return 'malformed';
  try {
    return decodeProtectedHeader(token).alg === ALGORITHM ? undefined : 'wrong-algorithm';
  } catch {
    return 'malformed';
  }
}

async function verifyToken<Key extends TokenKey>(
  key: Key,
  token: string,
  now: Date,
): Promise<CheckedToken<Key>> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key.secret), {
      algorithms: [ALGORITHM],
      requiredClaims: ['exp'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now,
    });
    return { kind: 'valid', key, payload };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      return { kind: 'refused', problem: 'wrong-key' };
    }
    // Claims are read after the signature.
    if (error instanceof errors.JWTExpired) {
      return { kind: 'refused', problem: 'expired', key, payload: error.payload };
    }
    if (!(error instanceof errors.JWTClaimValidationFailed)) return { kind: 'refused', problem: 'malformed' };
    const problem = claimProblem(error);
    return { kind: 'refused', problem, key, payload: error.payload };
  }
}

function claimProblem({ claim, reason }: errors.JWTClaimValidationFailed): TokenProblem {
  if (claim === 'exp' && reason === 'missing') return 'no-end';
  return claim === 'nbf' && reason === 'check_failed' ? 'not-yet-valid' : 'malformed';
}

import { SignJWT } from 'jose';
import type { VisitorClaims } from '#api/generated/types.gen.ts';
import type { ServiceSettings } from '#server/service-settings.ts';

const HOUR_SECONDS = 3600;

/** The token that a visit earns: it says for an hour who the visitor is. Its key carries the service's name. */
export async function visitorClaims(
  { brand, publicUrl, signingKey }: ServiceSettings,
  userId: string,
  now: Date,
): Promise<VisitorClaims> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuer(publicUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + HOUR_SECONDS)
    .sign(signingKey);
  return { [`${brand}VisitorClaims`]: token };
}

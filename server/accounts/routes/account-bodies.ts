import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { MAX_SECRET_LENGTH } from '#server/access/tokens.ts';
import { MAX_EMAIL_LENGTH } from '#server/base/email-addresses.ts';
import { badRequest, badValue, badValues } from '#server/base/errors.ts';
import { MAX_PASSWORD_LENGTH } from '../credentials/password-rules.ts';
import type { NewCredential } from '../sign-in/new-account.ts';

/** Base64url of what browsers send for a passkey; certificates of authenticators are not asked for. */
const encoded = z
  .string()
  .max(8000)
  .regex(/^[\w-]+$/);
const credentialId = z
  .string()
  .min(1)
  .max(1400)
  .regex(/^[\w-]+$/);
const extensions = z.record(z.string().max(100), z.unknown()).default({});
const attachment = z.enum(['platform', 'cross-platform']).optional();

/** A character can have two UTF-16 units; how many characters there are is checked later. */
const password = z
  .string()
  .min(1)
  .max(2 * MAX_PASSWORD_LENGTH);
const email = z.string().min(1).max(MAX_EMAIL_LENGTH);
const code = z.string().min(1).max(MAX_SECRET_LENGTH);
const name = z
  .string()
  .max(200)
  .trim()
  .refine((text) => [...text].length <= 100, 'must have at most 100 characters')
  .refine((text) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text), 'must not be blank');
const displayName = name;

const registration = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
});

const authentication = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
});

const firstCredential = { password: password.optional(), passkey: registration.optional() };
const title = z
  .string()
  .max(600)
  .trim()
  .refine((text) => [...text].length >= 2 && [...text].length <= 255, 'must have 2 to 255 characters')
  .refine((text) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text), 'must not be blank');

/** The bodies of requests below `/auth`. */
export const bodies = {
  password: z.strictObject({ email, password }),
  passkey: z.strictObject({ passkey: authentication }),
  mail: z.strictObject({ email, next: z.string().max(1000).optional() }),
  join: z.strictObject({ organizationId: z.string().min(1).max(100), secret: code, email }),
  code: z.strictObject({ code }),
  accountPasskey: z.strictObject({ code, displayName }),
  newEmail: z.strictObject({ email, current: password.optional() }),
  deletion: z.strictObject({ current: password.optional() }),
  newPassword: z.strictObject({ password, current: password.optional() }),
  session: z.strictObject({ token: code }),
  identity: z.strictObject({ providerId: z.string().min(1).max(100) }),
  passkeyName: z.strictObject({ name }),
  newPasskey: z.strictObject({ passkey: registration }),
  account: z.strictObject({ code, displayName, ...firstCredential }),
  setUpPasskey: z.strictObject({ code, displayName, email }),
  setUp: z.strictObject({ code, displayName, email, organization: title, ...firstCredential }),
  demonstration: z.strictObject({ userId: z.string().min(1).max(100) }),
};

/** A body that matches a schema; throws 400 with the path of each problem. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  if (typeof body !== 'object' || body === null) throw badRequest('A JSON body is required.');
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw badValues(
    result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: ['body', ...issue.path, key].join('.'),
            problem: 'is not a known property',
          }))
        : [{ path: ['body', ...issue.path].join('.'), problem: describeIssue(issue) }],
    ),
  );
}

function describeIssue({ code: kind, message }: z.core.$ZodIssue): string {
  if (kind === 'too_big') return 'is too long';
  if (kind === 'custom') return message;
  return kind === 'too_small' ? 'is required' : 'is missing or has another form';
}

/** The first credential of an account. 400 unless there is exactly one. */
export function toCredential({
  password: text,
  passkey,
}: {
  password?: string | undefined;
  passkey?: z.infer<typeof registration> | undefined;
}): NewCredential {
  if ((text === undefined) === (passkey === undefined))
    throw badValue('body.password', 'or body.passkey is required, not both');
  return passkey ? { passkey: toRegistration(passkey) } : { password: text ?? '' };
}

/** The same with the library's types, whose optional properties may not be undefined. */
export const toRegistration = (parsed: z.infer<typeof registration>): RegistrationResponseJSON =>
  JSON.parse(JSON.stringify(parsed));
export const toAuthentication = (parsed: z.infer<typeof authentication>): AuthenticationResponseJSON =>
  JSON.parse(JSON.stringify(parsed));

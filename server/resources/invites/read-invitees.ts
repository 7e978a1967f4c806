import { normalizeEmail } from '#server/access/email-addresses.ts';
import { levelOf } from '#server/access/roles.ts';
import { badValues } from '#server/errors.ts';
import type { MemberInvites } from '#api/generated/types.gen.ts';

/** Somebody to make a member. */
export interface Invitee {
  email: string;
  /** A level; undefined where the request names none for this person. */
  role: number | undefined;
}

/** The people of a request, each address once, in its order; throws 400 naming what is no address. */
export function readInvitees({ emails, role }: MemberInvites): Invitee[] {
  const read = emails.map((entry, index) => {
    const isText = typeof entry === 'string';
    const given = isText ? role : entry.role;
    return {
      path: `body.emails[${index}]${isText ? '' : '.email'}`,
      email: normalizeEmail(isText ? entry : entry.email),
      role: given === undefined ? undefined : levelOf(given),
    };
  });
  const wrong = read.filter(({ email }) => email === null);
  if (wrong.length > 0) {
    throw badValues(wrong.map(({ path }) => ({ path, problem: 'is not an e-mail address' })));
  }
  const byAddress = new Map<string, Invitee>();
  for (const { email, role: level } of read) {
    const key = email?.toLowerCase() ?? '';
    if (email !== null && !byAddress.has(key)) byAddress.set(key, { email, role: level });
  }
  return [...byAddress.values()];
}

import { levelOf } from '#server/access/roles.ts';
import { badValues } from '#server/errors.ts';
import type { MemberInvites } from '#api/generated/types.gen.ts';
import { normalizeEmailDomain } from '../organizations/email-domains.ts';

/** The longest address that mail is delivered to. */
export const LONGEST_EMAIL = 320;

/** Somebody to make a member. */
export interface Invitee {
  email: string;
  /** A level; undefined where the request names none for this person. */
  role: number | undefined;
}

/** An e-mail address with its domain in the one way of writing; null for what is none. */
export function normalizeEmail(text: string): string | null {
  if (text.length > LONGEST_EMAIL) return null;
  const [, local, domain] = /^([^\s@<>()[\]\\,;:"]+)@([^@]+)$/.exec(text.trim()) ?? [];
  const name = domain === undefined ? null : normalizeEmailDomain(domain);
  return name === null ? null : `${local}@${name}`;
}

/** The domain of an address that was normalized. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
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

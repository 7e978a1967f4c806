import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What a person can leave by one click: mail about single subjects, or a summary. */
export type MailingKind = 'mail' | 'daily' | 'weekly';

export interface Mailing {
  kind: MailingKind;
  userId: string;
}

const LETTERS: Readonly<Record<MailingKind, string>> = { mail: 'm', daily: 'd', weekly: 'w' };
/** 96 bits: with the limit of requests enough for what only ends mail, and short enough for one line of a header. */
const SIGNATURE_LENGTH = 16;

/** The URL that ends mail of a kind, for people who are signed out too. It never expires: old mail has it. */
export function unsubscribeUrl(
  { publicUrl, signingKey }: { publicUrl: string; signingKey: KeyObject },
  mailing: Mailing,
): string {
  return `${publicUrl}/u/${LETTERS[mailing.kind]}${mailing.userId}.${signatureOf(signingKey, mailing)}`;
}

/** The mailing of a token of such a URL; undefined for one that this server did not make. */
export function parseUnsubscribeToken(signingKey: KeyObject, token: string): Mailing | undefined {
  const [, letter, userId, signature] = /^([mdw])(\w{1,64})\.([\w-]{16})$/.exec(token) ?? [];
  const kind = (['mail', 'daily', 'weekly'] as const).find((each) => LETTERS[each] === letter);
  if (kind === undefined || userId === undefined || signature === undefined) return undefined;
  const mailing = { kind, userId };
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(signingKey, mailing)));
  return isOurs ? mailing : undefined;
}

function signatureOf(signingKey: KeyObject, { kind, userId }: Mailing): string {
  // The first word separates these signatures from everything else that the key signs.
  const text = JSON.stringify(['unsubscribe', kind, userId]);
  return createHmac('sha256', signingKey).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
}

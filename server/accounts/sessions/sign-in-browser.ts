import type { Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail, enqueueMails } from '#server/queue/mail-queue.ts';
import { describeDevice } from './devices.ts';
import { rememberDevice } from './known-devices.ts';
import type { SessionContext } from './sessions.ts';

/** The browser of someone who signs in. */
export interface BrowserContext extends SessionContext {
  /** Its IP address, or the network of it. */
  clientKey: string;
  /** Of its device cookie; undefined on its first visit. */
  deviceSecret: string | undefined;
  /** The value of the cookie after a sign-in; never used twice. */
  nextDeviceSecret: string;
  /** Notifies the person about a new browser. */
  mailer: Pick<Mailer, 'delivery'>;
}

/** After a session was started: remembers the browser, and notifies the person about a new one. */
export async function finishSignIn(
  trx: Transaction<Database>,
  userId: string,
  { now, origin, mailer, ...device }: BrowserContext,
): Promise<void> {
  const isNew = await rememberDevice(trx, { ...device, userId }, now);
  if (!isNew) return;
  const user = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  const { userAgent, address, country } = origin;
  const data = { device: describeDevice(userAgent), address, country, at: now.toISOString() };
  if (user && canMail(mailer, user.email))
    await enqueueMails(trx, [{ kind: 'new-device', to: user.email, data }], now);
}

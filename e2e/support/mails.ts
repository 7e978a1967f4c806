/** Mail that the shared server has sent: it writes files instead. */
import { expect } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The folder of a server's mail, within its data folder. */
export const mailFolderOf = (dataFolder: string): string => join(dataFolder, 'mail');

async function readMails(to: string, dataFolder: string): Promise<Email[]> {
  const folder = mailFolderOf(dataFolder);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d.*\.eml$/.test(name)) : [];
  const mails = await Promise.all(
    names.toSorted().map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  );
  return mails.filter((mail) => mail.to?.some(({ address }) => address?.toLowerCase() === to.toLowerCase()));
}

/** Waits for the mail to an address with this subject; the newest one. */
export async function receiveMail(
  to: string,
  subject: RegExp,
  dataFolder = process.env.BINDERY_DATA ?? '',
): Promise<Email> {
  let email: Email | undefined;
  await expect
    .poll(async () => {
      email = (await readMails(to, dataFolder)).findLast((mail) => subject.test(mail.subject ?? ''));
      return email !== undefined;
    })
    .toBe(true);
  if (!email) throw new Error(`No mail to ${to}.`);
  return email;
}

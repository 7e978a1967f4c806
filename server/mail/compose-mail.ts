import type { Kysely } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import { appUrl } from '#server/service-settings.ts';
import { type MailContent, mailTexts } from './mail-texts.ts';

interface ComposeContext {
  publicUrl: string;
  now: Date;
}

type Compose = (
  db: Kysely<Database>,
  mail: Row<'mails'>,
  context: ComposeContext,
) => Promise<MailContent | null>;

/** Makes the content of each kind of mail; null if there is nothing to say any more. */
const KINDS: Record<string, Compose> = {
  async invitation(db, { recipient, organization_id: organizationId, data }, { publicUrl }) {
    const invited = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .select('organizations.title')
      .where('organizations.id', '=', organizationId)
      .where((is) => is(is.fn<string>('lower', ['users.email']), '=', recipient))
      .executeTakeFirst();
    if (!invited) return null;
    const url = appUrl({ publicUrl }, `/o/${organizationId}`);
    return mailTexts.invitation({ inviter: textOf(data, 'inviter'), organization: invited.title, url });
  },
};

/** The content of a queued mail; null if there is nothing to say any more. */
export async function composeMail(
  db: Kysely<Database>,
  mail: Row<'mails'>,
  context: ComposeContext,
): Promise<MailContent | null> {
  return (await KINDS[mail.kind]?.(db, mail, context)) ?? null;
}

function textOf(data: unknown, name: string): string | null {
  const value: unknown = Reflect.get(Object(data), name);
  return typeof value === 'string' ? value : null;
}

import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** An identity provider as a release before the key has stored it, with an organization around it. */
export async function storeReadableSecret({ db }: { db: Kysely<Database> }): Promise<void> {
  await db.insertInto('organizations').values({ id: 'o', title: 'Harbor' }).execute();
  await db
    .insertInto('oidc_providers')
    .values({
      id: 'p',
      organization_id: 'o',
      label: 'Okta',
      issuer: 'https://id.example',
      client_id: 'c',
      client_secret: 'client secret',
      status: 'active',
    })
    .execute();
}

import { aggregateSiteEvents } from '#api/generated/sdk.gen.ts';
import type { Organization } from '../support/organizations.ts';
import type { TestSite } from '../support/site-structures.ts';

/** Has the server write what it has counted so far, as it does before it answers a question. */
export async function writeFigures(
  organization: Organization,
  { path }: Pick<TestSite, 'path'>,
): Promise<void> {
  const { client } = organization.admin;
  const body = { select: [{ column: 'eventsCount' as const }], range: 'last24Hours' as const };
  await aggregateSiteEvents({ client, path, body, throwOnError: true });
}

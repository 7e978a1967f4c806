import { type Kysely, sql } from 'kysely';
import { isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import {
  afterCheck,
  CLAIM_MS,
  type LookUpTexts,
  MAX_CHECKS,
  type Proof,
  proveName,
} from '#server/network/name-proof.ts';

export type HostnameFields = Pick<
  Row<'sites'>,
  | 'hostname_proven_at'
  | 'hostname_missing_since'
  | 'hostname_checked_at'
  | 'hostname_next_check_at'
  | 'hostname_problem'
>;

function fieldsAfterCheck(site: CheckedSite, proof: Proof, now: Date): HostnameFields {
  const before = {
    proven_at: site.hostname_proven_at,
    missing_since: site.hostname_missing_since,
    checked_at: site.hostname_checked_at,
    next_check_at: site.hostname_next_check_at,
    problem: site.hostname_problem,
  };
  const after = afterCheck(before, site.setAt, proof, now);
  return {
    hostname_proven_at: after.proven_at,
    hostname_missing_since: after.missing_since,
    hostname_checked_at: after.checked_at,
    hostname_next_check_at: after.next_check_at,
    hostname_problem: after.problem,
  };
}

/** A host name to check. */
export type CheckedSite = HostnameFields & {
  id: string;
  hostname: string;
  hostname_token: string;
  setAt: Date;
};

/**
 * Looks up a host name and stores the result, unless the name has changed in between. The first site that
 * proves a name has it.
 */
export async function checkHostname(
  db: Kysely<Database>,
  site: CheckedSite,
  { lookUp, now }: { lookUp: LookUpTexts; now: Date },
): Promise<void> {
  const proof = await proveName(lookUp, site.hostname, site.hostname_token);
  const store = (fields: HostnameFields) =>
    db
      .updateTable('sites')
      .set(fields)
      .where('id', '=', site.id)
      .where('hostname_token', '=', site.hostname_token)
      .execute();
  try {
    await store(fieldsAfterCheck(site, proof, now));
  } catch (error) {
    if (!isUniqueViolation(error, 'sites_proven_hostname')) throw error;
    const problem = 'Another site is served at this hostname.';
    await store(fieldsAfterCheck(site, { outcome: 'missing', problem }, now));
  }
}

const CHECKED_COLUMNS = [
  'id',
  'hostname',
  'hostname_token',
  'hostname_proven_at',
  'hostname_missing_since',
  'hostname_checked_at',
  'hostname_next_check_at',
  'hostname_problem',
] as const;

/** Checks the host names that are due; every process may call it. */
export async function checkDueHostnames(
  db: Kysely<Database>,
  { lookUp, now }: { lookUp: LookUpTexts; now: Date },
): Promise<void> {
  const due = await db
    .updateTable('sites')
    .set({ hostname_next_check_at: new Date(now.getTime() + CLAIM_MS) })
    .where('id', 'in', (sites) =>
      sites
        .selectFrom('sites')
        .select('id')
        .where('hostname_next_check_at', '<=', now)
        .orderBy('hostname_next_check_at')
        .limit(MAX_CHECKS)
        .forUpdate()
        .skipLocked(),
    )
    .returning([...CHECKED_COLUMNS, 'hostname_set_at'])
    .execute();
  await Promise.all(
    due.map(async ({ hostname, hostname_token: token, hostname_set_at: setAt, ...site }) => {
      if (hostname === null || token === null || setAt === null) return;
      await checkHostname(db, { ...site, hostname, hostname_token: token, setAt }, { lookUp, now });
    }),
  );
}

/** The id of the site that is served at a name. */
export async function findSiteServedAt(db: Kysely<Database>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sites')
    .select('id')
    .where('hostname', '=', name)
    .where('hostname_proven_at', 'is not', null)
    .executeTakeFirst();
  return row?.id;
}

/** Those of some names at which sites are served. */
export async function findServedNames(
  db: Kysely<Database>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sites')
    .select('hostname')
    .where('hostname', '=', sql<string>`any(${names}::text[])`)
    .where('hostname_proven_at', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ hostname }) => hostname ?? []));
}

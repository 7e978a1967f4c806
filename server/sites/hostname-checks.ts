import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import { isUniqueViolation } from '#server/database/transaction.ts';
import { type LookUpTexts, type Proof, proveHostname } from './hostname-proof.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** For so long after it was set, a name that is not proven is looked up without being asked. */
const PENDING_MS = 7 * DAY_MS;
/** For so long a proven name keeps its site although its record is missing. */
export const GRACE_MS = 3 * DAY_MS;
/** A process that checks a name and dies leaves it to others after this time. */
const CLAIM_MS = 5 * MINUTE_MS;
/** Checked at a time, so that slow servers of one name do not hold up others for long. */
const MAX_CHECKS = 20;

export type HostnameFields = Pick<
  Row<'sites'>,
  | 'hostname_proven_at'
  | 'hostname_missing_since'
  | 'hostname_checked_at'
  | 'hostname_next_check_at'
  | 'hostname_problem'
>;

/** What a lookup makes of a host name. Pure. */
export function afterCheck(
  before: HostnameFields & { setAt: Date },
  proof: Proof,
  now: Date,
): HostnameFields {
  const checked = { hostname_checked_at: now, hostname_problem: proof.problem };
  const at = (wait: number) => new Date(now.getTime() + wait);
  if (proof.outcome === 'found') {
    return {
      ...checked,
      hostname_proven_at: before.hostname_proven_at ?? now,
      hostname_missing_since: null,
      hostname_next_check_at: at(DAY_MS),
    };
  }
  const { hostname_proven_at: provenAt, hostname_missing_since: missingSince } = before;
  if (provenAt === null) {
    const age = now.getTime() - before.setAt.getTime();
    // Each pause is as long as the name has waited, from a minute to an hour.
    const wait = Math.min(Math.max(age, MINUTE_MS), HOUR_MS);
    return {
      ...checked,
      hostname_proven_at: null,
      hostname_missing_since: missingSince,
      hostname_next_check_at: age < PENDING_MS ? at(wait) : null,
    };
  }
  // Servers that do not answer prove nothing.
  const since = missingSince ?? (proof.outcome === 'missing' ? now : null);
  const isLost = proof.outcome === 'missing' && since !== null && now.getTime() - since.getTime() >= GRACE_MS;
  return {
    ...checked,
    hostname_proven_at: isLost ? null : provenAt,
    hostname_missing_since: since,
    hostname_next_check_at: at(HOUR_MS),
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
 * Looks up a host name and stores the result, unless the name has changed meanwhile. The first site that proves a name
 * has it.
 */
export async function checkHostname(
  db: Kysely<Database>,
  site: CheckedSite,
  { lookUp, now }: { lookUp: LookUpTexts; now: Date },
): Promise<void> {
  const proof = await proveHostname(lookUp, site.hostname, site.hostname_token);
  const store = (fields: HostnameFields) =>
    db
      .updateTable('sites')
      .set(fields)
      .where('id', '=', site.id)
      .where('hostname_token', '=', site.hostname_token)
      .execute();
  try {
    await store(afterCheck(site, proof, now));
  } catch (error) {
    if (!isUniqueViolation(error, 'sites_proven_hostname')) throw error;
    const problem = 'Another site is served at this hostname.';
    await store(afterCheck(site, { outcome: 'missing', problem }, now));
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

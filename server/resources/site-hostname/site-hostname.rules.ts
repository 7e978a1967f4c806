import type { SiteHostname } from '#api/generated/types.gen.ts';
import { badValue } from '#server/base/errors.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { recordName } from '#server/network/name-proof.ts';
import type { HostnameFields } from '#server/sites/hostname-checks.ts';
import { isOwnHostname, isPrivateName, normalizeHostname } from '#server/sites/hostnames.ts';

/** A stored hostname. */
export type HostnameRow = HostnameFields &
  Pick<Row<'sites'>, 'hostname' | 'hostname_token' | 'hostname_set_at'>;

/** A name in its stored form; 400 if it can't be the hostname of a site. */
export function readHostname(text: string, service: ServiceSettings): string {
  const name = normalizeHostname(text);
  if (name === undefined) {
    throw badValue(
      'body.hostname',
      'must be a hostname of three labels at least, such as docs.example.com, without scheme, port and path, and not one that no DNS server knows, such as docs.app.localhost',
    );
  }
  if (isPrivateName(name) && !service.hasPrivateDns) {
    throw badValue(
      'body.hostname',
      'is a name of private networks; this server asks their DNS servers only where the setting DNS_SERVERS names them',
    );
  }
  if (isOwnHostname(name, service)) throw badValue('body.hostname', 'is the hostname of this server');
  return name;
}

/** A name of the demonstration has no record, as its domain does not exist. */
export function toHostnameView(row: HostnameRow): SiteHostname {
  const { hostname, hostname_token: token } = row;
  const updated = row.hostname_set_at && { updatedAt: row.hostname_set_at.toISOString() };
  if (hostname === null) return { object: 'site-hostname', ...updated };
  return {
    object: 'site-hostname',
    ...updated,
    hostname,
    state: stateOf(row),
    ...(token !== null && { record: { type: 'TXT', name: recordName(hostname), value: token } }),
    ...(row.hostname_proven_at && { provenAt: row.hostname_proven_at.toISOString() }),
    ...(row.hostname_checked_at && { checkedAt: row.hostname_checked_at.toISOString() }),
    ...(row.hostname_next_check_at && { nextCheckAt: row.hostname_next_check_at.toISOString() }),
    ...(row.hostname_problem !== null && { problem: row.hostname_problem }),
  };
}

function stateOf({ hostname_proven_at: provenAt, hostname_missing_since: missingSince }: HostnameRow) {
  if (provenAt !== null) return 'proven';
  return missingSince === null ? 'pending' : 'lost';
}

import { isAdministrator, membershipOr404 } from '#server/access/actor.ts';
import { findNames, collectIds } from '#server/audit/audit-names.ts';
import { forbidden } from '#server/base/errors.ts';
import { parseTime } from '#server/base/times.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { countEntries, selectEntries } from './audit-log.queries.ts';
import { toAuditView } from './audit-log.rules.ts';

export const auditLogHandlers = {
  async listAuditLog(request) {
    const { params, query, actor, db } = request;
    const { organizationId } = params;
    if (!isAdministrator(membershipOr404(actor, organizationId))) {
      throw forbidden('You need the role "admin" in this organization to see its audit log.');
    }
    const filter = {
      actor: query.actor,
      action: query.action,
      target: query.target,
      since: parseTime('query.since', query.since),
      until: parseTime('query.until', query.until),
    };
    const page = await readPage(request, {
      scope: { operation: 'listAuditLog', organizationId, filters: Object.values(filter) },
      query: selectEntries(db, organizationId, filter),
      order: [
        { column: 'audit_log.at', direction: 'desc' },
        { column: 'audit_log.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.at, row.id],
      count: () => countEntries(db, organizationId, filter),
    });
    const unnamed = page.rows.flatMap(({ before, after, names }) =>
      collectIds([before, after]).filter((id) => names?.[id] === undefined),
    );
    const names = await findNames(db, organizationId, [...new Set(unnamed)]);
    return toEnvelope(page, (row) => toAuditView(row, names));
  },
} satisfies Handlers<'listAuditLog'>;

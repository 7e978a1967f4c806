import { isAdministrator, membershipOr404 } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract.ts';
import { forbidden } from '#server/errors.ts';
import { findNames, idsIn } from '#server/audit-names.ts';
import { readPage, toEnvelope } from '#server/lists.ts';
import { countEntries, selectEntries } from './audit-log.queries.ts';
import { toAuditView } from './audit-log.view.ts';
import { readTime } from './read-time.ts';

/** The record of who changed what. */
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
      since: readTime('query.since', query.since),
      until: readTime('query.until', query.until),
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
      idsIn([before, after]).filter((id) => names?.[id] === undefined),
    );
    const known = await findNames(db, organizationId, [...new Set(unnamed)]);
    return toEnvelope(page, (row) => toAuditView(row, known));
  },
} satisfies Handlers<'listAuditLog'>;

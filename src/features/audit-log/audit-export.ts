import { gatherAll } from '#src/api/gather.ts';
import { listAuditLog } from '#src/api/generated/sdk.gen.ts';
import type { AuditEntry, Organization } from '#src/api/generated/types.gen.ts';
import { openTool } from '#src/components/layout/open-tool.ts';
import { changesAsText } from './audit-changes.ts';
import { type AuditSearch, toAuditQuery } from './audit-search.ts';

const headings = ['at', 'by', 'e-mail', 'action', 'summary', 'kind', 'id', 'change'];

/** Writes all entries that an address finds to a file. */
export function exportAuditLog({ id, title }: Organization, search: AuditSearch): void {
  openTool.set({
    kind: 'export',
    job: {
      title: `Audit log of ${title}`,
      noun: 'entry',
      nouns: 'entries',
      async gather(signal, onProgress) {
        const entries = await gatherAll<AuditEntry>(
          async (page) => {
            const query = { ...toAuditQuery(search), ...page };
            return (await listAuditLog({ path: { organizationId: id }, query, signal, throwOnError: true }))
              .data;
          },
          { signal, onProgress },
        );
        return [headings, ...entries.map(toRow)];
      },
    },
  });
}

function toRow(entry: AuditEntry): string[] {
  const { at, actor, action, summary, target } = entry;
  const who = [actor?.displayName ?? 'The server', actor?.email ?? ''];
  return [at, ...who, action, summary, target.kind, target.id, changesAsText(entry)];
}

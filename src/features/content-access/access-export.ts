import { listCollectionPermissions, listSpacePermissions } from '#api/generated/sdk.gen.ts';
import type { EffectivePermission } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { describeAccess, type AccessContext, sourceLabel } from './labels.ts';
import { type AccessFilter, type ContentRef, toAccessQuery } from './queries.ts';

interface AccessExport {
  content: ContentRef;
  title: string;
  filter: AccessFilter;
  context: AccessContext;
}

/** Exports the people with access to a space or collection, with the reason. */
export function exportAccess({ content, title, filter, context }: AccessExport): void {
  exportList<EffectivePermission>({
    title: `Access to ${title}`,
    noun: 'person',
    nouns: 'people',
    async fetchPage(page, signal) {
      const options = { query: { ...page, ...toAccessQuery(filter) }, signal, throwOnError: true } as const;
      const { data } =
        content.kind === 'space'
          ? await listSpacePermissions({ path: { spaceId: content.id }, ...options })
          : await listCollectionPermissions({ path: { collectionId: content.id }, ...options });
      return data;
    },
    headings: ['name', 'email', 'role', 'source', 'reason', 'id'],
    toRows: (people) =>
      people.map((entry) => [
        entry.user.displayName,
        entry.user.email ?? '',
        entry.permission ?? 'none',
        sourceLabel(entry.source),
        describeAccess(entry, context),
        entry.user.id,
      ]),
  });
}

import { listApiSpecs } from '#api/generated/sdk.gen.ts';
import type { ApiSpec, Organization } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { specStatusOf } from './labels.ts';

/** Exports all API specifications with source and status. */
export function exportSpecs({ id, title }: Organization): void {
  const path = { organizationId: id };
  exportList<ApiSpec>({
    title: `API specifications in ${title}`,
    noun: 'specification',
    fetchPage: async (query, signal) =>
      (await listApiSpecs({ path, query, signal, throwOnError: true })).data,
    headings: ['slug', 'status', 'source', 'last fetched', 'created', 'updated', 'id'],
    toRows: (specs) =>
      specs.map((spec) => [
        spec.slug,
        specStatusOf(spec).label,
        spec.sourceURL ?? '',
        spec.lastProcessedAt ?? '',
        spec.createdAt,
        spec.updatedAt,
        spec.id,
      ]),
  });
}

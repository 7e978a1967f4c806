import { listCustomFields } from '#api/generated/sdk.gen.ts';
import type { CustomField, Organization } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { typeLabelOf } from './labels.ts';

/**
 * Exports the definitions of all custom fields. Options share a cell, one per line, because they may contain commas.
 */
export function exportFields({ id, title }: Organization): void {
  const path = { organizationId: id };
  exportList<CustomField>({
    title: `Custom fields in ${title}`,
    noun: 'custom field',
    fetchPage: async (query, signal) =>
      (await listCustomFields({ path, query, signal, throwOnError: true })).data,
    headings: ['name', 'title', 'type', 'description', 'placeholder', 'options', 'created', 'updated', 'id'],
    toRows: (fields) =>
      fields.map((field) => [
        field.name,
        field.title ?? '',
        typeLabelOf(field.type).label,
        field.description ?? '',
        field.placeholder ?? '',
        field.options?.join('\n') ?? '',
        field.createdAt,
        field.updatedAt,
        field.id,
      ]),
  });
}

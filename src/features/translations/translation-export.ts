import { listTranslations } from '#api/generated/sdk.gen.ts';
import type { Organization, TranslationSettings } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';

/** Exports all translation settings; languages as the API names them. */
export function exportTranslations({ id, title }: Organization): void {
  const path = { organizationId: id };
  exportList<TranslationSettings>({
    title: `Translations in ${title}`,
    noun: 'translation setting',
    fetchPage: async (query, signal) =>
      (await listTranslations({ path, query, signal, throwOnError: true })).data,
    headings: ['title', 'languages', 'created', 'updated', 'id'],
    toRows: (all) =>
      all.map((settings) => [
        settings.title,
        settings.languages.join(', '),
        settings.createdAt,
        settings.updatedAt,
        settings.id,
      ]),
  });
}

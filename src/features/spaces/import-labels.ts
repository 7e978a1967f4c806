import type { ContentImportResult, ImportSource } from '#api/generated/types.gen.ts';
import { formatNumber } from '#src/lib/counts.ts';

/** Import sources with a hint for the URL. */
export const importSources: readonly { value: ImportSource; label: string; hint: string }[] = [
  { value: 'website', label: 'Website', hint: 'URL of the start page.' },
  { value: 'markdown', label: 'Markdown', hint: 'URL of one file.' },
  { value: 'html', label: 'HTML', hint: 'URL of one file.' },
  { value: 'zip', label: 'ZIP archive', hint: 'URL of an archive of Markdown or HTML files.' },
  { value: 'docx', label: 'Word document', hint: 'URL of one file.' },
  { value: 'github-wiki', label: 'GitHub wiki', hint: 'URL of the wiki.' },
  { value: 'confluence', label: 'Confluence', hint: 'URL of an export file.' },
  { value: 'notion', label: 'Notion', hint: 'URL of an export file.' },
  {
    value: 'google-docs',
    label: 'Google Docs',
    hint: 'URL of a document that anyone with the link can view.',
  },
];

/** Summary of an import result. */
export function describeImportResult({ importedResources, totalResources }: ContentImportResult): string {
  const left = totalResources - importedResources;
  if (left <= 0) return 'Everything found was imported.';
  return `${formatNumber(left)} of ${formatNumber(totalResources)} items failed and were skipped.`;
}

import type { ContentImportResult, ImportSource } from '#api/generated/types.gen.ts';
import { formatNumber } from '#src/lib/counts.ts';

/** What can be imported, and what its address has to lead to. */
export const importSources: readonly { value: ImportSource; label: string; hint: string }[] = [
  { value: 'website', label: 'Website', hint: 'The page where reading starts.' },
  { value: 'markdown', label: 'Markdown', hint: 'One file.' },
  { value: 'html', label: 'HTML', hint: 'One file.' },
  { value: 'zip', label: 'ZIP archive', hint: 'An archive of markdown or HTML files.' },
  { value: 'docx', label: 'Word document', hint: 'One file.' },
  { value: 'github-wiki', label: 'GitHub wiki', hint: 'The address of the wiki.' },
  { value: 'confluence', label: 'Confluence', hint: 'An export.' },
  { value: 'notion', label: 'Notion', hint: 'An export.' },
  { value: 'google-docs', label: 'Google Docs', hint: 'A document that everybody with the link can read.' },
];

/** How much of what was found has come, as a sentence. */
export function importedInWords({ importedResources, totalResources }: ContentImportResult): string {
  const left = totalResources - importedResources;
  if (left <= 0) return 'Everything that was found is there.';
  return `${formatNumber(left)} of ${formatNumber(totalResources)} that were found could not be read and were left out.`;
}

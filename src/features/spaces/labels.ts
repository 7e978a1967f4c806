import type {
  Space,
  LinkItem,
  LinkReference,
  ContentImportResult,
  ImportSource,
  RevisionSummary,
  RevisionType,
} from '#api/generated/types.gen.ts';
import { exactTime, formatNumber } from '#src/lib/text/format.ts';

/** Import sources with a hint for the URL. */
const importSources: readonly { value: ImportSource; label: string; hint: string }[] = [
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

/** The sources to show, by the names in another server's definition; null where none is defined. */
export const offeredImportSources = (defined: readonly string[] | null) =>
  importSources.filter(({ value }) => defined?.includes(value) ?? true);

/** Summary of an import result. */
export function describeImportResult({ importedResources, totalResources }: ContentImportResult): string {
  const remaining = totalResources - importedResources;
  if (remaining <= 0) return 'Everything found was imported.';
  return `${formatNumber(remaining)} of ${formatNumber(totalResources)} items failed and were skipped.`;
}

const statusLabels: Record<
  LinkItem['status'],
  { name: string; tone: 'success' | 'danger' | 'warning'; tip: string }
> = {
  ok: { name: 'OK', tone: 'success', tip: 'The target exists.' },
  broken: { name: 'Broken', tone: 'danger', tip: 'The target does not exist.' },
  'in-app': {
    name: 'Internal',
    tone: 'warning',
    tip: 'Links to this console, which readers can’t open.',
  },
};

/** Label of a link status. An unknown status is shown as the server names it. */
export function linkStatusLabel(status: string) {
  const label = Object.entries(statusLabels).find(([name]) => name === status)?.[1];
  return label ?? { name: status, tone: 'warning' as const, tip: '' };
}

/** Name of one end of a link. */
export function referenceName(reference: LinkReference | undefined): string {
  if (!reference) return 'Unknown';
  const { page, anchor, file, space, url } = reference;
  const where = page ? (page.title ?? page.path ?? 'Missing page') : undefined;
  if (where !== undefined) return anchor ? `${where} # ${anchor}` : where;
  if (file) return file.name;
  return space?.title ?? url ?? reference.kind;
}

const relationLabels: Record<string, string> = {
  page: 'Page',
  anchor: 'Page heading',
  file: 'File',
  space: 'Space',
  operation: 'API operation',
  schema: 'API schema',
  url: 'URL',
  external: 'URL',
};

/** Type of a link's target. */
export function relationLabel(relation: string): string {
  return Object.entries(relationLabels).find(([name]) => name === relation)?.[1] ?? relation;
}

/** CSV rows of links. */
export function linkCsvRows(links: readonly LinkItem[]): string[][] {
  const rows = links.map(({ status, relation, targetReference, locationReferences }) => [
    linkStatusLabel(status).name,
    relationLabel(relation),
    referenceName(targetReference),
    targetReference?.url ?? '',
    locationReferences.map(referenceName).join('; '),
  ]);
  return [['Status', 'Type', 'Target', 'URL', 'Linked from'], ...rows];
}

const visibilityLabels: Record<Space['visibility'], [name: string, meaning: string]> = {
  public: ['Public', 'For everyone, including search engines.'],
  unlisted: ['Unlisted', 'For anyone with the URL, but not for search engines.'],
  'share-link': ['Share link', 'For anyone with the secret link.'],
  'visitor-auth': ['Signed-in visitors', 'For visitors signed in through your own login.'],
  'in-collection': ['Collection', 'For anyone who can open the collection.'],
  private: ['Private', 'For members with access.'],
};

/** Label and meaning of a visibility. An unknown one is shown as the server names it. */
export function visibilityLabelOf(visibility: string): { name: string; meaning: string } {
  const label = Object.entries(visibilityLabels).find(([kind]) => kind === visibility)?.[1];
  return label ? { name: label[0], meaning: label[1] } : { name: visibility, meaning: '' };
}

/** Whether browsers display the file as an image. SVG counts: as an image it runs no scripts. */
export function isDisplayableImage(contentType: string): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|svg\+xml)\b/.test(contentType);
}

const originLabels: Record<RevisionType, string> = {
  edits: 'Edits',
  merge: 'Merged change request',
  update: 'Update from space',
  rollback: 'Rollback',
  computed: 'Generated by the server',
};

/** The origin of a revision. An unknown type is shown as the server names it. */
export function originOf(type: string): string {
  return new Map(Object.entries(originLabels)).get(type) ?? type;
}

/** A revision in one line: what it merged, what its author said about it, or what made it. */
export function describeRevision({ type, message, changeRequest }: RevisionSummary): string {
  if (changeRequest) return `Merged #${changeRequest.number} ${changeRequest.subject}`.trim();
  return message === undefined || message === '' ? originOf(type) : message;
}

/** The same with its time, which tells revisions with the same message apart. */
export const nameRevision = (revision: RevisionSummary): string =>
  `${describeRevision(revision)}, ${exactTime(revision.createdAt)}`;

import type {
  ContentImportRun,
  PlannedChange,
  PlannedChanges,
  ImportReportKind,
  ImportSource,
  ImportState,
  ImportStepName,
} from '#api/generated/types.gen.ts';
import { formatSize } from '#src/lib/text/file-size.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import type { Tone } from '#src/ui/badge.tsx';

/** What a source can be, where it is not recognized by itself. */
export const sourceOptions: readonly { value: ImportSource | ''; label: string }[] = [
  { value: '', label: 'Recognize it' },
  { value: 'website', label: 'Website' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
  { value: 'zip', label: 'ZIP of Markdown or HTML' },
  { value: 'docx', label: 'Word document (.docx)' },
  { value: 'notion', label: 'Notion export' },
  { value: 'confluence', label: 'Confluence space, HTML export' },
  { value: 'google-docs', label: 'Google Docs' },
  { value: 'github-wiki', label: 'GitHub wiki' },
];

const kindLabels: Readonly<Record<string, string>> = {
  gitbook: 'GitBook',
  docusaurus: 'Docusaurus',
  mkdocs: 'MkDocs',
  starlight: 'Starlight',
  mintlify: 'Mintlify',
  mdbook: 'mdBook',
  notion: 'Notion',
  confluence: 'Confluence',
  'github-wiki': 'GitHub wiki',
  'google-docs': 'Google Docs',
  website: 'a website',
  html: 'HTML pages',
  markdown: 'Markdown files',
};

/** What a source was recognized as; an unknown kind is shown as the server names it. */
export const kindLabel = (kind: string): string => kindLabels[kind] ?? kind;

const stateLabels: Readonly<Record<ImportState, { name: string; tone: Tone }>> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  running: { name: 'Importing', tone: 'info' },
  planned: { name: 'Needs your choice', tone: 'warning' },
  done: { name: 'Done', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
  canceled: { name: 'Canceled', tone: 'neutral' },
};

/** Label of a state. An unknown one is shown as the server names it. */
export function stateLabel(state: string): { name: string; tone: Tone } {
  const label = Object.entries(stateLabels).find(([name]) => name === state)?.[1];
  return label ?? { name: state, tone: 'neutral' };
}

const stepLabels: Readonly<Record<ImportStepName, { doing: string; unit: 'bytes' | 'files' | 'pages' }>> = {
  fetch: { doing: 'Fetching the source', unit: 'bytes' },
  read: { doing: 'Reading files', unit: 'files' },
  convert: { doing: 'Making pages', unit: 'pages' },
  store: { doing: 'Storing pictures and files', unit: 'files' },
  write: { doing: 'Making everything visible', unit: 'pages' },
};

/** What a step does, with how far it is. */
export function describeStep({ name, done, total }: { name: string; done: number; total?: number }): {
  doing: string;
  progress: string;
} {
  const label = Object.entries(stepLabels).find(([step]) => step === name)?.[1];
  if (!label) return { doing: name, progress: formatNumber(done) };
  const amount = (value: number) => (label.unit === 'bytes' ? formatSize(value) : formatNumber(value));
  const progress = total === undefined ? amount(done) : `${amount(done)} of ${amount(total)}`;
  return { doing: label.doing, progress: label.unit === 'bytes' ? progress : `${progress} ${label.unit}` };
}

export const reportKinds: readonly { value: ImportReportKind; label: string; tone: Tone }[] = [
  { value: 'left-out', label: 'Left out', tone: 'danger' },
  { value: 'warning', label: 'To check', tone: 'warning' },
  { value: 'changed', label: 'Changed', tone: 'info' },
  { value: 'converted', label: 'Converted', tone: 'neutral' },
];

/** Label of a kind of entry. An unknown one is shown as the server names it. */
export const reportKindLabel = (kind: string): { label: string; tone: Tone } =>
  reportKinds.find(({ value }) => value === kind) ?? { label: kind, tone: 'neutral' };

/** What came in, in a sentence. Says that everything did only where the server says so. */
export function describeResult(run: ContentImportRun): string {
  const { importedResources = 0, totalResources = 0, isComplete = false, report } = run;
  const missing = totalResources - importedResources;
  const parts = [
    missing > 0 && `${formatNumber(missing)} of ${formatNumber(totalResources)} were not imported`,
    report.leftOut > 0 && `${formatCount(report.leftOut, 'thing')} left out`,
    report.warnings > 0 && `${formatCount(report.warnings, 'thing')} to check`,
    report.changed > 0 && `${formatCount(report.changed, 'thing')} changed`,
    report.converted > 0 && `${formatCount(report.converted, 'place')} converted to another syntax`,
  ].filter((part) => part !== false);
  const rest = parts.length === 0 ? '' : `${parts.join(', ')}. The report below says where.`;
  if (!isComplete) return rest;
  return rest === '' ? 'Everything was imported unchanged.' : `Everything was imported. ${rest}`;
}

/** What happened to the pages of one space. */
export function describeSpace(space: ContentImportRun['spaces'][number]): string {
  const parts = [
    formatCount(space.addedPages, 'page'),
    space.updatedPages > 0 && `${formatNumber(space.updatedPages)} updated`,
    space.removedPages > 0 && `${formatNumber(space.removedPages)} removed`,
    space.files > 0 && formatCount(space.files, 'file'),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

const changeLabels: Readonly<Record<string, { label: string; tone: Tone }>> = {
  created: { label: 'Added', tone: 'success' },
  edited: { label: 'Changed', tone: 'warning' },
  moved: { label: 'Moved', tone: 'info' },
  deleted: { label: 'Removed', tone: 'danger' },
};

/** Label of a kind of change such as `page_created`. An unknown one is shown as the server names it. */
export const changeLabel = (type: string): { label: string; tone: Tone } =>
  changeLabels[type.slice(type.lastIndexOf('_') + 1)] ?? { label: type, tone: 'neutral' };

/** What a change is about. */
export const nameOfChange = ({ page, file, reusableContent }: PlannedChange): string =>
  page?.title ?? file?.name ?? reusableContent?.title ?? 'Values of the content';

/** What a planned import changes, in a sentence. */
export function describePlannedChanges({
  addedPages,
  updatedPages,
  removedPages,
  files,
}: PlannedChanges): string {
  const parts = [
    addedPages > 0 && `${formatCount(addedPages, 'page')} added`,
    updatedPages > 0 && `${formatCount(updatedPages, 'page')} changed`,
    removedPages > 0 && `${formatCount(removedPages, 'page')} removed`,
    files > 0 && `${formatCount(files, 'file')} added or replaced`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? 'The source has nothing new: no page and no file changes.'
    : `${parts.join(', ')}. Everything else stays as it is. Compared with the space as it was when the source was read.`;
}

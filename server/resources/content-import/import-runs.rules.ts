import type {
  ContentImportRun,
  ImportBooks,
  ImportedSite,
  ImportedSpace,
  ImportMode,
  ImportRecognition,
  ImportReportEntry,
  ImportReportKind,
  ImportRepository,
  ImportSource,
  ImportState,
  ImportStep,
} from '#api/generated/types.gen.ts';
import { type AuthorRow, toAuthorView } from '#server/access/users.view.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { signUrl } from '#server/base/signed-url.ts';

/** What an import makes of what it has recognized. */
export interface StoredImportChoices {
  books?: ImportBooks | undefined;
  site: boolean;
  headingsAsPages: boolean;
  fetchPictures?: boolean;
  leaveOut?: number[] | undefined;
  mode?: ImportMode | undefined;
}

/** What was asked for, in `content_imports.request`. */
export interface StoredImportRequest {
  /** The operation, for the audit log. */
  action: string;
  url?: string | undefined;
  repository?: ImportRepository | undefined;
  source?: ImportSource | undefined;
  spaceId?: string | undefined;
  changeRequestId?: string | undefined;
  /** The collection of new spaces; null for the top level. */
  parentId: string | null;
  /** Whether it stops before anything is written. */
  plan: boolean;
  choices: StoredImportChoices;
  /** The most that a fetch may get. */
  maxBytes?: number | undefined;
}

/** What came of an import, in `content_imports.result`. */
export interface StoredImportResult {
  spaces: ImportedSpace[];
  site?: ImportedSite | undefined;
  importedResources: number;
  totalResources: number;
}

export interface ImportRunRow {
  id: string;
  organization_id: string;
  created_by: string | null;
  state: ImportState;
  request: StoredImportRequest;
  origin: string;
  steps: ImportStep[];
  recognized: ImportRecognition | null;
  result: StoredImportResult | null;
  problem: string | null;
  created_at: Date;
  finished_at: Date | null;
  /** Numbers of entries of the report, by kind. */
  counts: Partial<Record<ImportReportKind, number>>;
}

/** A run that can still be canceled. */
export function isUnfinished({ state }: Pick<ImportRunRow, 'state'>): boolean {
  return state === 'waiting' || state === 'running' || state === 'planned';
}

/** The address of a report, without its signature. */
export function reportPath(importId: string): string {
  return `/imports/${importId}/report.csv`;
}

export function toImportView(
  row: ImportRunRow & AuthorRow,
  { service, now }: { service: ServiceSettings; now: Date },
): ContentImportRun {
  const { counts, result, request } = row;
  const report = {
    converted: counts.converted ?? 0,
    changed: counts.changed ?? 0,
    leftOut: counts['left-out'] ?? 0,
    warnings: counts.warning ?? 0,
  };
  const [first] = result?.spaces ?? [];
  return {
    object: 'import',
    id: row.id,
    state: row.state,
    steps: row.steps,
    from: row.origin,
    target: toDestination(request),
    ...(request.source !== undefined && { source: request.source }),
    ...(row.recognized && { recognized: row.recognized }),
    ...(row.problem !== null && { problem: row.problem }),
    report,
    spaces: result?.spaces ?? [],
    ...(result && {
      isComplete: report.changed + report.leftOut === 0 && result.importedResources === result.totalResources,
      importedResources: result.importedResources,
      totalResources: result.totalResources,
    }),
    ...(result?.site && { site: result.site }),
    ...(first && { space: first.space, revision: first.revision }),
    ...(row.created_by !== null && { createdBy: toAuthorView(row.created_by, row) }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
    urls: { report: signUrl(service, reportPath(row.id), now) },
  };
}

function toDestination({
  spaceId,
  changeRequestId,
  parentId,
  choices,
}: StoredImportRequest): ContentImportRun['target'] {
  return {
    ...(spaceId !== undefined && { space: spaceId }),
    ...(changeRequestId !== undefined && { changeRequest: changeRequestId }),
    ...(spaceId === undefined && parentId !== null && { parent: parentId }),
    ...(choices.mode !== undefined && { mode: choices.mode }),
  };
}

export function toReportView(row: {
  position: number;
  path: string;
  line: number | null;
  kind: ImportReportKind;
  message: string;
}): ImportReportEntry {
  const { position, path, line, kind, message } = row;
  return { id: String(position), path, ...(line !== null && { line }), kind, message };
}

import { importChangeRequestContent, importSpaceContent } from '#api/generated/sdk.gen.ts';
import type { ContentImport, ContentImportResult } from '#api/generated/types.gen.ts';
import { useCan, useDefinedImportSources } from './extensions.ts';

/** Where an import goes: a space, or a change request of it by number and identifier. */
export interface ImportTarget {
  organizationId: string;
  spaceId: string;
  changeRequest?: { number: string; id: string };
}

/** The import from an address, by the request that the server has for it. */
export interface ContentImports {
  /** Assumed until the server has answered. */
  isOffered: boolean;
  /** The sources that the server names; null if it names none. */
  sources: readonly string[] | null;
  operation: 'importChangeRequestContent' | 'importSpaceContent';
  send: (body: ContentImport) => Promise<ContentImportResult>;
}

/** How the server imports from an address: by one request, or in a run that is waited for. */
export function useContentImports(target: ImportTarget): ContentImports {
  const can = useCan();
  const definedSources = useDefinedImportSources();
  const operation = target.changeRequest ? 'importChangeRequestContent' : 'importSpaceContent';
  const isRun = can('importRuns') === true;
  return {
    isOffered: isRun || can(operation) !== false,
    sources: isRun ? ['website'] : definedSources,
    operation,
    send: (body) => (isRun ? sendRun(target, body.url) : sendRequest(target, body)),
  };
}

async function sendRun(
  { organizationId, spaceId, changeRequest }: ImportTarget,
  url: string,
): Promise<ContentImportResult> {
  const { importInRun } = await import('./compat/import-runs.ts');
  const into = { space: spaceId, ...(changeRequest && { changeRequest: changeRequest.id }) };
  return importInRun({ organizationId, url, target: into });
}

async function sendRequest(
  { spaceId, changeRequest }: ImportTarget,
  body: ContentImport,
): Promise<ContentImportResult> {
  const more = { body, throwOnError: true } as const;
  const { data } = changeRequest
    ? await importChangeRequestContent({ path: { spaceId, changeRequestId: changeRequest.number }, ...more })
    : await importSpaceContent({ path: { spaceId }, ...more });
  return data;
}

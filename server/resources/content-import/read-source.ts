import { parseUrl } from '#server/base/parse-url.ts';
import { ImportError } from '#server/content/import/imported-page.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportContext } from './import-runner.ts';
import type { BegunRun } from './import-runs.queries.ts';
import type { ReadSource } from './prepared-import.ts';
import { readWeb } from './read-web.ts';

/** Reads the source of a run. */
export async function readSourceOf(
  context: ImportContext,
  run: BegunRun,
  progress: ImportProgress,
  signal: AbortSignal,
): Promise<ReadSource> {
  const { url, source = kindOf(url) } = run.request;
  if (
    url !== undefined &&
    (source === 'website' || source === 'html' || source === 'markdown' || source === 'zip')
  )
    return readWeb(context, run, { url, source }, { progress, signal });
  throw new ImportError('This source is not supported.');
}

/** What an address is likely to lead to. */
function kindOf(url = ''): 'website' | 'zip' | 'markdown' {
  const path = parseUrl(url)?.pathname ?? '';
  if (/\.zip$/i.test(path)) return 'zip';
  return /\.(md|markdown|mdx)$/i.test(path) ? 'markdown' : 'website';
}

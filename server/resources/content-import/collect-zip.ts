import { type CollectedContent, ImportError } from '#server/content/import/imported-page.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import type { WebAccess } from './collect-web.ts';

/** An archive of Markdown files with its images. */
export async function collectZip(
  url: string,
  { fetcher, signal, organizationId }: WebAccess,
): Promise<CollectedContent> {
  const { body } = await fetcher(url, { accept: 'application/zip', signal });
  const converted = await runTask('convertArchive', { bytes: body }, { organizationId });
  if ('problem' in converted) throw new ImportError(converted.problem);
  return converted;
}

import { ImportError } from '#server/content/import/import-error.ts';
import { fetchArchive } from '#server/git-sync/fetch-archive.ts';
import { type GitReason, GitSyncError } from '#server/git-sync/git-connection.ts';
import { type FetchedSource, type SourceReading, storeOnce } from './fetch-source.ts';
import type { RepositoryPlace } from './repository-address.ts';

/** What a sync would advise is not possible here. */
const REASONS: Partial<Record<GitReason, string>> = {
  authentication:
    'Not everybody may read this repository. Connect a space to it with a token, or upload an archive of it.',
  'repository-not-found':
    'There is no repository at this address that everybody may read. Connect a space to it with a token, or upload an archive of it.',
  'too-large':
    'The repository is larger than 200 MiB, or 1 GiB unpacked. Upload an archive of a folder of it.',
  'too-many-files': 'The folder has more than 20,000 files. Name one with fewer.',
};

/** Receives a repository as Git does, and stores the files of its folder as an archive. */
export function fetchRepository(
  reading: SourceReading,
  { clone, revision, folder }: RepositoryPlace,
): Promise<FetchedSource> {
  const { context, run, signal, progress } = reading;
  const address = `${clone}#${revision ?? 'HEAD'}:${folder}`;
  const commit = { organizationId: run.organization_id, revision, directory: folder };
  return storeOnce(reading, { name: 'repository.zip', address }, async (write) => {
    let size = 0;
    const { maxBytes } = run.request;
    try {
      const notes = await fetchArchive({ ...context, signal }, { url: clone }, commit, async (bytes) => {
        size += bytes.length;
        if (maxBytes !== undefined && size > maxBytes)
          throw new ImportError(
            `The repository is larger than the ${Math.floor(maxBytes / 1024 / 1024)} MiB of this import.`,
          );
        await write(bytes);
      });
      await progress.report(notes.map((note) => ({ ...note, kind: 'left-out' })));
      return { url: clone, contentType: 'application/zip', charset: '' };
    } catch (error) {
      if (!(error instanceof GitSyncError)) throw error;
      throw new ImportError(REASONS[error.reason] ?? error.message);
    }
  });
}

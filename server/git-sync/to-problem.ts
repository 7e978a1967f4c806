import { TaskLimitError } from '#server/content/tasks/run-task.ts';
import { GitSyncError, SpaceMovedError, type SyncOutcome } from './git-connection.ts';

/** What a person is told of an error; throws what is none of the connection. */
export function toProblem(error: unknown): SyncOutcome['problem'] & object {
  if (error instanceof GitSyncError) {
    const { reason, message, isTemporary } = error;
    return { reason, message, isTemporary };
  }
  if (error instanceof TaskLimitError) {
    const message =
      error.limit === 'time'
        ? 'The branch takes too long to read. Synchronize a directory with less in it.'
        : 'The branch has too much in it to be read. Synchronize a directory with less in it.';
    return { reason: 'too-large', message, isTemporary: false };
  }
  if (error instanceof SpaceMovedError)
    return {
      reason: 'contended',
      message: 'The space was changed while a commit was merged.',
      isTemporary: true,
    };
  throw error;
}

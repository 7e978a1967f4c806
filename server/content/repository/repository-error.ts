/** Why the files of a branch cannot be read; the message is one sentence for people. */
export interface RepositoryProblem {
  reason: 'too-large' | 'too-many-files' | 'content-refused';
  message: string;
}

/** Thrown within a task, and returned by it as {@link RepositoryProblem}: errors do not pass between processes whole. */
export class RepositoryError extends Error {
  readonly reason: RepositoryProblem['reason'];

  constructor(reason: RepositoryProblem['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What a task returns, or why it could not. */
export async function withProblem<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result } | { problem: RepositoryProblem }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    return { problem: { reason: error.reason, message: error.message } };
  }
}

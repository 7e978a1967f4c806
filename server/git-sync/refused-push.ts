import { GitSyncError } from './git-connection.ts';

/** Why a server refused a push, by the reason of its report and by what it said beside it. */
export function refusedPush(problem: string, said: string): GitSyncError {
  const text = `${problem}\n${said}`;
  if (
    /non-fast-forward|fetch first|stale info|failed to update ref|cannot lock ref|incorrect old|reference already exists|failed to lock|but expected/i.test(
      text,
    )
  )
    return new GitSyncError('contended', 'The branch moved while it was written.', true);
  const quote = quoteOf(said) || quoteOf(problem);
  const saying = quote === '' ? '' : ` The server says: ${quote}`;
  if (/larger than|file size limit|exceeds|too large/i.test(text))
    return new GitSyncError('too-large', `The server refuses a file because of its size.${saying}`);
  if (/protected|GH006|GH013|hook declined|prohibited|not allowed|deny|denied|rule violations/i.test(text))
    return new GitSyncError(
      'branch-protected',
      `The server does not allow pushes to this branch. Allow the owner of the token to push to it, or synchronize another branch.${saying}`,
    );
  return new GitSyncError('write-refused', `The server refused the commits.${saying}`);
}

/** One line of what a server said, without marks of its own. */
function quoteOf(text: string): string {
  const line = text
    .split(/[\r\n]+/)
    .map((one) => one.replace(/^(?:remote:|error:|ERROR:|\s)+/, '').trim())
    .find((one) => one !== '');
  return line === undefined ? '' : line.slice(0, 200);
}

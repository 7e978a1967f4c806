/** In code points, as the contract counts. */
const MAX_PATH = 1024;

/** Whether a path stays within its folder: relative, without drive, parts that climb, and control characters. */
export function isSafePath(path: string): boolean {
  if (path === '' || [...path].length > MAX_PATH || /\p{Cc}/u.test(path)) return false;
  if (/^([/\\]|[a-z]:)/i.test(path)) return false;
  return !path.split(/[/\\]/).includes('..');
}

/** A safe path with slashes, without parts that mean the same folder. */
export function normalizePath(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  return parts
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .normalize('NFC');
}

/** The oldest version of Node that still gets fixes for security. */
const OLDEST_MAINTAINED = 22;

/** What the operator of a server should know about the version of Node, as a sentence; undefined if nothing. */
export function noticeOfNode(version: string): string | undefined {
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_MAINTAINED) return undefined;
  return `Node.js ${version} gets no security fixes any more. Bindery runs on it; use version ${OLDEST_MAINTAINED} or 24 for others than yourself.`;
}

import { shortCommit } from './short-commit.ts';

/** A commit by the beginning of its identifier, with a link where its host has a page of it. */
export function CommitLink({ oid, url }: { oid: string; url?: string | undefined }) {
  const text = (
    <code className="text-xs" title={oid}>
      {shortCommit(oid)}
    </code>
  );
  if (url === undefined) return text;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link">
      {text}
    </a>
  );
}

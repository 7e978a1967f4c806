import type { ApiSpecProblem, ApiSpecVersion } from '#api/generated/types.gen.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

/** The place of a problem, as far as it is known: file, line, column and the names of members down to the value. */
export function placeOfProblem({ file, line, column, path }: ApiSpecProblem): string {
  const position = line === undefined ? file : `${file}:${line}${column === undefined ? '' : `:${column}`}`;
  const names = (path ?? '')
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.length === 0 ? position : `${position} (${names.join(' › ')})`;
}

/** A problem with its place. */
export function SpecProblem({ problem }: { problem: ApiSpecProblem }) {
  return (
    <>
      <span className="wrap-anywhere">{problem.message}</span>{' '}
      <code dir="ltr" className="text-xs text-ink-soft wrap-anywhere">
        {placeOfProblem(problem)}
      </code>
    </>
  );
}

/** What is odd in the latest version; nothing where it has no warnings. */
export function SpecWarnings({ version }: { version: ApiSpecVersion | undefined }) {
  const warnings = version?.warnings ?? [];
  if (warnings.length === 0) return null;
  const total = version?.warningCount ?? warnings.length;
  return (
    <details className="mt-6 rounded-lg border border-line">
      <summary className="px-4 py-2 font-medium -outline-offset-2">{formatCount(total, 'warning')}</summary>
      <p className="border-t border-line px-4 py-2 text-ink-soft">
        Pages show the specification. At these places, readers may miss something.
      </p>
      <ul aria-label="Warnings" className="divide-y divide-line border-t border-line">
        {warnings.map((warning, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is replaced as a whole, and places may be equal
          <li key={index} className="px-4 py-1.5">
            <SpecProblem problem={warning} />
          </li>
        ))}
      </ul>
      {warnings.length < total && (
        <p className="border-t border-line px-4 py-2 text-ink-soft">
          Showing the first {formatNumber(warnings.length)} of {formatNumber(total)}.
        </p>
      )}
    </details>
  );
}

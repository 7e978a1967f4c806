import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { ApiSpec, ApiSpecVersion } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { downloadText } from '#src/lib/text/download.ts';
import { formatCount, exactTime, formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { documentText, type SpecDocument } from './documents.ts';
import { specStatusOf, failureLabelOf } from './labels.ts';
import { SpecProblem, SpecWarnings } from './problems.tsx';
import { slugToParam } from './queries.ts';

/** Characters shown; the download has all. */
const maxCharacters = 200_000;

interface RawDocumentProps {
  slug: string;
  content: SpecDocument;
}

/** A document as JSON, with copy and download. */
export function RawDocument({ slug, content: { fileName, document } }: RawDocumentProps) {
  const text = useMemo(() => documentText(document), [document]);
  const visibleText = text.slice(0, maxCharacters);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <span className="mr-auto text-ink-soft tabular-nums">
          {fileName}, {formatNumber(text.length)} characters as JSON
        </span>
        <CopyButton text={text} what="document" showLabel size="small" />
        <Button
          size="small"
          icon={<Download />}
          onClick={() => downloadText(`${slug}.json`, text, 'application/json')}
        >
          Download
        </Button>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        role="region"
        aria-label="Document"
        className="max-h-view overflow-auto rounded-lg border border-line bg-sunken p-3 text-xs"
      >
        {visibleText}
      </pre>
      {text.length > maxCharacters && (
        <p className="mt-2 text-ink-soft">
          Showing the first {formatNumber(maxCharacters)} characters. Download the file to see all.
        </p>
      )}
    </div>
  );
}

interface VersionsListProps {
  organizationId: string;
  slug: string;
  /** Newest first. */
  versions: readonly ApiSpecVersion[];
  total: number;
}

/** Versions of a specification with links to their changes. */
export function VersionsList({ organizationId, slug, versions, total }: VersionsListProps) {
  return (
    <>
      <ol aria-label="Versions" className="divide-y divide-line rounded-lg border border-line">
        {versions.map((version, index) => {
          const older = versions[index + 1];
          return (
            <li key={version.id} className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1.5">
              <Time value={version.createdAt} absent={version.id} />
              {index === 0 && <Badge tone="success">Latest</Badge>}
              <span className="ml-auto">
                {older ? (
                  <Link
                    to="/o/$organizationId/api-specs/$slug/compare"
                    params={{ organizationId, slug: slugToParam(slug) }}
                    search={{ from: older.id, to: version.id }}
                    className="link"
                    aria-label={`Changes in version of ${exactTime(version.createdAt ?? '')}`}
                  >
                    View changes
                  </Link>
                ) : (
                  <span className="text-ink-soft">{versions.length < total ? '' : 'First version'}</span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {versions.length < total && (
        <p className="mt-2 text-ink-soft">
          Showing the latest {formatNumber(versions.length)} of {formatCount(total, 'version')}.
        </p>
      )}
    </>
  );
}

interface SpecDetailsProps {
  spec: ApiSpec;
  /** Undefined while loading, or if there is none. */
  latest: ApiSpecVersion | undefined;
}

/** Source and status of a specification, with the meaning and fix of a failure. */
export function SpecDetails({ spec, latest }: SpecDetailsProps) {
  const { label, tone, meaning } = specStatusOf(spec);
  const failure = spec.processingState === 'complete' && spec.lastProcessErrorCode;
  return (
    <>
      {failure && (
        <Callout tone="danger" title={failureLabelOf(failure).description} className="mb-4">
          {spec.lastProcessError && (
            <span className="mb-1 block">
              <SpecProblem problem={spec.lastProcessError} />
            </span>
          )}
          {failureLabelOf(failure).remedy} <span className="text-ink-soft">({failure})</span>
          {spec.lastVersion && ' The latest version below stays in use.'}
        </Callout>
      )}
      <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-terms sm:items-baseline">
        <DetailItem name="Status">
          <span role="status" className="flex flex-wrap items-center gap-x-2">
            <Badge tone={tone}>{label}</Badge>
            {!failure && <span className="text-ink-soft">{meaning}</span>}
          </span>
        </DetailItem>
        <DetailItem name="Source">
          {spec.sourceURL === undefined ? (
            'Uploaded'
          ) : (
            <span className="-my-1 flex items-center gap-1">
              <a
                href={spec.sourceURL}
                target="_blank"
                rel="noreferrer"
                className="link min-w-0 wrap-anywhere"
              >
                {spec.sourceURL}
              </a>
              <CopyButton text={spec.sourceURL} what="URL" size="small" />
            </span>
          )}
        </DetailItem>
        <DetailItem name="Last fetched">
          <Time value={spec.lastProcessedAt} absent="Never" />
        </DetailItem>
        <DetailItem name="Latest version">
          <Time value={latest?.createdAt} absent={spec.lastVersion ?? 'None'} />
        </DetailItem>
      </dl>
      <SpecWarnings version={latest} />
    </>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

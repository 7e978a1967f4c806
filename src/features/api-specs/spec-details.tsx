import type { ReactNode } from 'react';
import type { ApiSpec, ApiSpecVersion } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { specStatusOf, failureLabelOf } from './spec-labels.ts';

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
          {failureLabelOf(failure).remedy} <span className="text-ink-soft">({failure})</span>
          {spec.lastVersion && ' The latest version below stays in use.'}
        </Callout>
      )}
      <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
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
            <span className="flex items-center gap-1">
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

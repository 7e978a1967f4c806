import type { ReactNode } from 'react';
import type { ApiSpec, ApiSpecVersion } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { stateOf, wordsOfFailure } from './spec-words.ts';

interface SpecFactsProps {
  spec: ApiSpec;
  /** Undefined while it is not known, and where there is none. */
  latest: ApiSpecVersion | undefined;
}

/** Where a specification comes from and how reading it went; what a failure means and what to do about it. */
export function SpecFacts({ spec, latest }: SpecFactsProps) {
  const { label, tone, meaning } = stateOf(spec);
  const failure = spec.processingState === 'complete' && spec.lastProcessErrorCode;
  return (
    <>
      {failure && (
        <Callout tone="danger" title={wordsOfFailure(failure).meaning} className="mb-4">
          {wordsOfFailure(failure).remedy} <span className="text-ink-soft">({failure})</span>
          {spec.lastVersion && ' The latest version below stays in use.'}
        </Callout>
      )}
      <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Fact name="Status">
          <span role="status" className="flex flex-wrap items-center gap-x-2">
            <Badge tone={tone}>{label}</Badge>
            {!failure && <span className="text-ink-soft">{meaning}</span>}
          </span>
        </Fact>
        <Fact name="Source">
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
        </Fact>
        <Fact name="Last fetched">
          <Time value={spec.lastProcessedAt} absent="Never" />
        </Fact>
        <Fact name="Latest version">
          <Time value={latest?.createdAt} absent={spec.lastVersion ?? 'None'} />
        </Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

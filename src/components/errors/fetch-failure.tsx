import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import { isMissingThere } from '#src/api/parts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { RequestId } from './request-id.tsx';

interface FetchFailureProps {
  error: unknown;
  onRetry: () => unknown;
  title?: string;
  /** Announced at once; for errors caused by the last action. */
  urgent?: boolean;
  className?: string;
}

/** Replaces a section that failed to load: the reason and a retry. */
export function FetchFailure({ error, onRetry, ...callout }: FetchFailureProps) {
  return (
    <Callout
      tone="danger"
      {...callout}
      action={
        <Button size="small" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {errorMessage(error)}
      <RequestId error={error} />
    </Callout>
  );
}

interface PanelBoundaryProps {
  /** The boundary resets when this changes. */
  resetKey: string;
  children: ReactNode;
}

/** Limits an error to one section of a screen. */
export function PanelBoundary({ resetKey, children }: PanelBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => resetKey} errorComponent={PanelFailure}>
      {children}
    </CatchBoundary>
  );
}

function PanelFailure({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary();
  if (isMissingThere(error)) return <p className="text-ink-soft">This server doesn’t offer this.</p>;
  const retry = () => {
    queries.reset();
    reset();
  };
  return <FetchFailure error={error} title="Couldn’t load this section" onRetry={retry} />;
}

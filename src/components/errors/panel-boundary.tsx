import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FetchFailure } from './fetch-failure.tsx';

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
  const retry = () => {
    queries.reset();
    reset();
  };
  return <FetchFailure error={error} title="Couldn’t load this section" onRetry={retry} />;
}

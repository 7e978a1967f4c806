import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FetchFailure } from './fetch-failure.tsx';

interface PanelBoundaryProps {
  /** What it is about: another one is shown even if the last one failed. */
  resetKey: string;
  children: ReactNode;
}

/** Keeps a part of a screen that fails from taking the others with it. */
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

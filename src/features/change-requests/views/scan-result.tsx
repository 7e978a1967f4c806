import { type ReactNode, useState } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

interface Scan<Found> {
  found: Found | null;
  error: unknown;
  progress: string | null;
  start: () => void;
}

/** A check that runs on demand, with progress. */
export function useScan<Found>(
  scan: (onProgress: (done: number, total: number) => void) => Promise<Found>,
  noun = 'space',
): Scan<Found> {
  const [state, setState] = useState<Omit<Scan<Found>, 'start'>>({
    found: null,
    error: null,
    progress: null,
  });
  const start = () => {
    setState({ found: null, error: null, progress: 'Checking…' });
    scan((done, total) =>
      setState((old) => ({ ...old, progress: `Checked ${done} of ${formatCount(total, noun)}` })),
    ).then(
      (found) => setState({ found, error: null, progress: null }),
      (error: unknown) => setState({ found: null, error, progress: null }),
    );
  };
  return { ...state, start };
}

interface ScanResultProps<Found> {
  search: Scan<Found>;
  label: string;
  children: (found: Found) => ReactNode;
}

/** Result, progress and start button of a check. */
export function ScanResult<Found>({
  search: { found, error, progress, start },
  label,
  children,
}: ScanResultProps<Found>) {
  return (
    <div role="status">
      {found !== null && children(found)}
      {error !== null && (
        <Callout tone="danger" className="mb-2">
          {errorMessage(error)}
        </Callout>
      )}
      <div className="mt-1 flex items-center gap-2">
        <Button size="small" pending={progress !== null} onClick={start}>
          {found === null ? label : 'Check again'}
        </Button>
        {progress && <span className="text-ink-soft tabular-nums">{progress}</span>}
      </div>
    </div>
  );
}

import { errorMessage } from '#src/api/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

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
    </Callout>
  );
}

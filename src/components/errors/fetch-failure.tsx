import { errorMessage } from '#src/api/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

interface FetchFailureProps {
  error: unknown;
  /** Asks once more. */
  onRetry: () => unknown;
  title?: string;
  /** Read out at once: it answers what somebody just did. */
  urgent?: boolean;
  className?: string;
}

/** Stands in the place of a part of a screen that could not be fetched: why, and the way to try again. */
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

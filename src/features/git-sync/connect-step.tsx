import { type ReactNode, useId } from 'react';
import { Button } from '#src/ui/button.tsx';

interface ConnectStepProps {
  number: number;
  title: string;
  isOpen: boolean;
  /** What was chosen, once the step is done. */
  summary?: string | undefined;
  onChange?: () => void;
  children: ReactNode;
}

/** A step of a form: its fields while it is open, what was chosen afterwards, and its title before. */
export function ConnectStep({ number, title, isOpen, summary, onChange, children }: ConnectStepProps) {
  const id = useId();
  const isDone = !isOpen && summary !== undefined && summary !== '';
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={id} className={isOpen || isDone ? 'font-semibold' : 'text-ink-soft'}>
          {number}. {title}
        </h2>
        {isDone && (
          <>
            <bdi className="min-w-0 flex-1 wrap-anywhere text-ink-soft">{summary}</bdi>
            <Button tone="quiet" size="small" aria-label={`Change ${title.toLowerCase()}`} onClick={onChange}>
              Change
            </Button>
          </>
        )}
      </div>
      {isOpen && <div className="mt-3 flex flex-col gap-4">{children}</div>}
    </section>
  );
}

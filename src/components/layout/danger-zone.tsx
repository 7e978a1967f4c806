import { type ReactNode, useId } from 'react';
import { Button, type ButtonProps } from '#src/ui/button.tsx';
import { Section } from './record.tsx';

/** Irreversible actions, at the end of settings: a `DangerAction` each. */
export function DangerZone({ children }: { children: ReactNode }) {
  return (
    <Section title="Danger zone">
      <div className="divide-y divide-line rounded-lg border border-danger-line">{children}</div>
    </Section>
  );
}

interface DangerActionProps extends Pick<ButtonProps, 'icon' | 'disabledReason' | 'onClick'> {
  /** The effect of the action, as one or two sentences. */
  explanation: string;
  /** The button's label. */
  children: ReactNode;
}

export function DangerAction({ explanation, ...button }: DangerActionProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 px-4 py-3 max-sm:flex-wrap">
      <p id={id} className="min-w-0 flex-1 basis-56 text-pretty">
        {explanation}
      </p>
      <Button {...button} tone="quiet-danger" aria-describedby={id} className="border-danger-line" />
    </div>
  );
}

import { type ReactNode, useId } from 'react';

/** Settings that take effect at once, one below the other with their controls aligned at the right. */
export function SettingList({ children }: { children: ReactNode }) {
  return <div className="divide-y divide-line rounded-lg border border-line">{children}</div>;
}

interface SettingProps {
  title: string;
  explanation: string;
  /** The control; it takes the title as its name. */
  children: (labels: { 'aria-labelledby': string; 'aria-describedby': string }) => ReactNode;
}

export function Setting({ title, explanation, children }: SettingProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 px-4 py-3 max-sm:flex-wrap">
      <div className="min-w-0 flex-1 basis-56">
        <p id={id} className="font-medium">
          {title}
        </p>
        <p id={`${id}-text`} className="text-xs text-ink-soft text-pretty">
          {explanation}
        </p>
      </div>
      {children({ 'aria-labelledby': id, 'aria-describedby': `${id}-text` })}
    </div>
  );
}

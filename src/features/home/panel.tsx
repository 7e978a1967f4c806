import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** A link to all of them. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of the start page in a frame, under its title. */
export function Panel({ title, more, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line">
      <header className="flex items-center justify-between border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        {more}
      </header>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** Id of the heading. With it the panel becomes a landmark, so its name must be unique on the page. */
  id?: string;
  /** Link to the full list. */
  more?: ReactNode;
  children: ReactNode;
}

/** A titled panel of the home screen. */
export function Panel({ title, id, more, children }: PanelProps) {
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

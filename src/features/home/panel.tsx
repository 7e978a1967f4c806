import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** Of the heading. With it the panel is a landmark, whose name nothing else in the page may have. */
  id?: string;
  /** A link to all of them. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of the start page in a frame, under its title. */
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

import type { ReactNode } from 'react';

/** The props that give the controls of a shelf distinct names in each theme. */
export interface ShelvesProps {
  theme: 'light' | 'dark';
}

interface ShelfProps {
  /** The component, or several of one kind. */
  title: string;
  /** One below the other, each as wide as the shelf. */
  isWide?: boolean;
  children: ReactNode;
}

/** All states of a component. */
export function Shelf({ title, isWide = false, children }: ShelfProps) {
  return (
    <section className="shelf">
      <h2>{title}</h2>
      <div className={isWide ? 'shelf-wide' : undefined}>{children}</div>
    </section>
  );
}

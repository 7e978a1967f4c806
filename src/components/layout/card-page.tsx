import type { ReactNode } from 'react';
import { LogoMark } from '#src/ui/logo.tsx';

interface CardPageProps {
  title: string;
  description?: ReactNode;
  /** Shown in the upper right corner of the window: who is signed in. */
  corner?: ReactNode;
  /** Where else to go, below the card. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A screen with one thing to do, outside the console: sign in, join. */
export function CardPage({ title, description, corner, footer, children }: CardPageProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <title>{`${title} · Bindery`}</title>
      {corner && (
        <header className="flex h-14 items-center justify-end px-4 sm:px-6">
          <div className="max-w-56">{corner}</div>
        </header>
      )}
      <main id="main" tabIndex={-1} className="grid flex-1 place-items-center p-4">
        <div className="w-full max-w-sm">
          <LogoMark className="mx-auto mb-5 h-12" />
          <h1 className="text-center text-xl font-semibold tracking-tight text-balance">{title}</h1>
          {description && <p className="mt-1 text-center text-ink-soft text-pretty">{description}</p>}
          <div className="mt-6 rounded-xl border border-line bg-surface p-5 shadow-raised">{children}</div>
          {footer && <div className="mt-4 flex flex-wrap justify-center gap-2">{footer}</div>}
        </div>
      </main>
    </div>
  );
}

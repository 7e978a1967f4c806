import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UserMenu } from '#src/domain/shell/user-menu.tsx';
import { Wordmark } from '#src/ui/logo.tsx';

/** The layout of screens without an organization. */
export function PlainFrame({
  title,
  description,
  children,
}: {
  title: string;
  description?: string;
  children: ReactNode;
}) {
  return (
    <>
      <title>{`${title} · Bindery`}</title>
      <header className="flex h-14 items-center justify-between border-b border-line px-4 sm:px-6">
        <Link to="/orgs" className="flex rounded-sm" aria-label="Bindery, your organizations">
          <Wordmark className="text-base" />
        </Link>
        <div className="max-w-56">
          <UserMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-2xl px-4 py-6 sm:px-6 sm:py-10">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-1 text-ink-soft text-pretty">{description}</p>}
        <div className="mt-6">{children}</div>
      </main>
    </>
  );
}

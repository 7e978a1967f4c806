/** Components that need the drawings of all icons, which are loaded when the first one is shown. */
import type { ReactNode } from 'react';
import { drawingOf } from '#api/icons.ts';

/** The drawing of an icon; `children` for a name without one. */
export function DrawnIcon({ name, children }: { name: string; children: ReactNode }) {
  const path = drawingOf(name);
  return path === undefined ? children : <Drawing path={path} />;
}

/** Whether readers will see the icon that is typed. */
export function DrawnIconHint({ name, children }: { name: string; children: ReactNode }) {
  const path = drawingOf(name);
  if (path === undefined) return 'No icon has this name. It’s kept, and visitors see none.';
  return (
    <span className="flex items-center gap-2">
      <Drawing path={path} />
      {children}
    </span>
  );
}

/** The same lines as on published sites. */
export function Drawing({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-4 shrink-0 text-ink-soft"
    >
      <path d={path} />
    </svg>
  );
}

import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';

const DrawnIcon = lazyPart(async () => ({ default: (await import('./drawn-icon.tsx')).DrawnIcon }));
const DrawnIconHint = lazyPart(async () => ({ default: (await import('./drawn-icon.tsx')).DrawnIconHint }));

interface NamedIconProps {
  name: string | null | undefined;
  /** The fallback without a name, for an unknown one, and until the drawings are loaded. */
  children: ReactNode;
}

/** An icon by its name, as readers of published sites see it. */
export function NamedIcon({ name, children }: NamedIconProps) {
  if (!name?.trim()) return children;
  return (
    <Suspense fallback={children}>
      <DrawnIcon name={name}>{children}</DrawnIcon>
    </Suspense>
  );
}

const hint = 'Name of an icon, such as book-open.';

/** The hint below a field for the name of an icon: says so where there is none of that name. */
export function IconHint({ name }: { name: string }) {
  if (name.trim() === '') return hint;
  return (
    <Suspense fallback={hint}>
      <DrawnIconHint name={name}>{hint}</DrawnIconHint>
    </Suspense>
  );
}

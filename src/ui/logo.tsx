import { classNames } from '#src/lib/class-names.ts';

/** The logo: a book cover with stab binding along its spine. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 28" className={classNames('shrink-0', className)} aria-hidden="true">
      <rect width="24" height="28" rx="4" className="fill-accent" />
      <path d="M7 0v28M0 6.5h7M0 14h7M0 21.5h7" className="stroke-on-accent" strokeWidth="2" />
    </svg>
  );
}

/** The logo with the name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2', className)}>
      <LogoMark className="h-lh" />
      <span className="font-semibold tracking-tight">Bindery</span>
    </span>
  );
}

import { createStore } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

/** The current text of the live region; the number distinguishes equal announcements. */
export const announcements = createStore({ text: '', number: 0 });

/** Announces a text to assistive technology: a move, a finished copy, a new page. */
export function announce(text: string): void {
  announcements.set(({ number }) => ({ text, number: number + 1 }));
}

/** The page's live region. Mounted once, by the root; `announce` writes into it. */
export function LiveRegionHost() {
  const { text, number } = useStore(announcements);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-above-dialogs="">
      {/* A new element for each announcement; otherwise equal ones would not be announced again. */}
      <span key={number}>{text}</span>
    </div>
  );
}

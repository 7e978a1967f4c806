import { announcements } from './live-region.ts';
import { useStore } from './use-store.ts';

/** The page's live region. Mounted once, by the root; `announce` writes into it. */
export function LiveRegionHost() {
  const { text, number } = useStore(announcements);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-above-dialogs="">
      {/* Another element for each announcement, or an equal one would not be spoken again. */}
      <span key={number}>{text}</span>
    </div>
  );
}

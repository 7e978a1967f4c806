import type { FieldChanges, PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import type { PageSave } from './session-types.ts';

/** The messages between tabs with the same draft. */
export type TabMessage =
  /** Another tab opened the page and needs the text. */
  | { kind: 'opened' }
  /** Answers `opened`: the text and the changed fields as the tab has them. */
  | { kind: 'current'; text: string; base: PageVersion; changes: FieldChanges }
  /** Typing: the text before, as both tabs had it, and after. */
  | { kind: 'typed'; before: string; text: string; base: PageVersion }
  /** Changed fields. */
  | { kind: 'fields'; changes: FieldChanges }
  /** A save is sent. Without a response, its outcome is unknown. */
  | { kind: 'saving'; save: Required<PageSave> }
  /** The server did not take it. */
  | { kind: 'refused' }
  /** The page was saved. */
  | { kind: 'saved'; base: PageVersion };

/** Connects the tabs of one browser. */
export interface TabsChannel {
  publish(key: string, message: TabMessage): void;
  /** @returns a function that ends it */
  subscribe(key: string, listener: (message: TabMessage) => void): () => void;
  /** Runs something while no other tab does, or after a wait of this long. A tab that is closed doesn't anymore. */
  inTurn(key: string, waitAtMostMs: number, run: () => Promise<void>): Promise<void>;
}

interface Envelope {
  key: string;
  message: TabMessage;
}

/** The channel of this browser; silent where there is none. */
export function openTabsChannel(): TabsChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('bindery.pages');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of this origin
    publish: (key, message) => channel?.postMessage({ key, message } satisfies Envelope),
    subscribe(key, listener) {
      const receive = ({ data }: MessageEvent<Envelope>) => {
        if (data.key === key) listener(data.message);
      };
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
    inTurn,
  };
}

/** Browsers have locks only on secure pages. */
async function inTurn(key: string, waitAtMostMs: number, run: () => Promise<void>): Promise<void> {
  const locks = 'locks' in navigator ? navigator.locks : null;
  if (!locks) return run();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return run();
  };
  try {
    await locks.request(`bindery.pages ${key}`, { signal: AbortSignal.timeout(waitAtMostMs) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await begin();
  }
}

import type { PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import { mergeTyped } from '../text/merge-texts.ts';
import type { TabMessage, TabsChannel } from './tabs-channel.ts';

/** The text as other tabs have it. */
export class TabText {
  readonly #tabs: TabsChannel;
  readonly #key: string;
  #text: string;
  #isFresh = true;

  constructor(tabs: TabsChannel, key: string, text: string) {
    this.#tabs = tabs;
    this.#key = key;
    this.#text = text;
  }

  /**
   * Whether nothing was typed or received from other tabs yet: the first message of a tab becomes the draft.
   */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  touch(): void {
    this.#isFresh = false;
  }

  /** Shows other tabs what was typed here. */
  share(text: string, base: PageVersion): void {
    if (text === this.#text) return;
    this.#tabs.publish(this.#key, { kind: 'typed', before: this.#text, text, base });
    this.#text = text;
  }

  /** The text here with what another tab has. */
  take(message: Extract<TabMessage, { text: string }>, mine: string): string {
    const takesAll = message.kind === 'current' || this.#isFresh;
    this.#isFresh = false;
    this.#text = takesAll ? message.text : mergeTyped(message, this.#text);
    return takesAll ? message.text : mergeTyped(message, mine);
  }
}

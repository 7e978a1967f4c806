import type { PageSave } from './session-types.ts';
import type { TabMessage, TabsChannel } from './tabs-channel.ts';

/** How long a tab waits for another one to end its save. */
const waitAtMostMs = 10_000;

/**
 * Saves of one page by the tabs of a browser: one at a time, or two would be sent on top of the same revision, and the
 * server would refuse the second.
 */
export class TabSaves {
  readonly #tabs: TabsChannel;
  readonly #key: string;
  /** A tab alone does not wait, so that what it saves while it is closed is still sent. */
  #hasOthers = false;
  /** The save of another tab without a response; it may never come if the tab was closed. */
  #unanswered: Required<PageSave> | null = null;

  constructor(tabs: TabsChannel, key: string) {
    this.#tabs = tabs;
    this.#key = key;
  }

  /** The last save of another tab on top of the known revision, without a known outcome. */
  get unanswered(): Required<PageSave> | null {
    return this.#unanswered;
  }

  receive(message: TabMessage): void {
    this.#hasOthers = true;
    if (message.kind === 'saving') this.#unanswered = message.save;
    if (message.kind === 'saved' || message.kind === 'refused') this.#unanswered = null;
  }

  /** The revision is known again. */
  settle(): void {
    this.#unanswered = null;
  }

  /** Saves once no other tab does. */
  inTurn(save: () => Promise<void>): Promise<void> {
    return this.#hasOthers ? this.#tabs.inTurn(this.#key, waitAtMostMs, save) : save();
  }

  /**
   * Announces a save to other tabs before it is sent, and whether the server refused it. They learn of a
   * completed save by its revision.
   */
  async announced<Result extends object>(
    save: Required<PageSave>,
    send: () => Promise<Result>,
  ): Promise<Result> {
    this.#tabs.publish(this.#key, { kind: 'saving', save });
    const result = await send();
    if ('reason' in result && result.reason !== 'unknown') this.#tabs.publish(this.#key, { kind: 'refused' });
    return result;
  }
}

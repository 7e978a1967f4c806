import type {
  DraftStorage,
  FieldChanges,
  PageVersion,
  ReadDraft,
} from '#src/domain/page-drafts/page-drafts.ts';
import type { FieldProblems } from './page-fields.ts';
import type { FailureReason } from './save-state.ts';
import type { TabsChannel } from './tabs-channel.ts';

/** Why a save failed. `outdated` is a newer revision; `unknown` may have reached the server. */
export interface SaveFailure {
  reason: 'outdated' | 'unknown' | FailureReason;
  message: string;
  /** The fields that were refused. */
  problems?: FieldProblems;
}

/** There is a newer revision. */
export const outdated: SaveFailure = { reason: 'outdated', message: '' };

/** The content of a save; the text only if it changed. */
export interface PageSave {
  text?: string;
  fields: FieldChanges;
}

/** The server's side of a session. */
export interface SessionServer {
  /**
   * Saves changes on top of a revision.
   *
   * @returns the new revision, with the text where the server may have changed it, or why it failed
   */
  save(changes: PageSave, revision: string): Promise<{ revision: string; text?: string } | SaveFailure>;
  /** The current page, or the reason why it can no longer be edited. */
  current(): Promise<PageVersion | SaveFailure>;
}

/** The timers of a session. */
export interface SessionClock {
  /** @returns a function that cancels it */
  schedule(action: () => void, milliseconds: number): () => void;
}

/** The field that shows the text. */
export interface SessionField {
  text(): string;
  /** Shows a text that changed in another place; the caret stays where it was. */
  replaceText(text: string): void;
}

export interface SessionOptions {
  /** Identifies the draft: person, change request and page. */
  key: string;
  version: PageVersion;
  /** The draft of an earlier visit in this browser. */
  draft: ReadDraft;
  server: SessionServer;
  drafts: DraftStorage;
  tabs: TabsChannel;
  clock: SessionClock;
  /** Called with each revision that was saved. */
  onSaved: (revision: string) => void;
}

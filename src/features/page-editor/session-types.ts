import type { DraftStorage, FieldChanges, PageVersion, ReadDraft } from '#src/domain/drafts/page-drafts.ts';
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

/** What a save changes; the text only if it did. */
export interface PageSave {
  text?: string;
  fields: FieldChanges;
}

/** What a session needs of the server. */
export interface SessionServer {
  /**
   * Saves changes on top of a revision.
   *
   * @returns the new revision, or why it failed
   */
  save(changes: PageSave, revision: string): Promise<{ revision: string } | SaveFailure>;
  /** The page as it is now, or why it cannot be edited anymore. */
  current(): Promise<PageVersion | SaveFailure>;
}

/** What a session does over time. */
export interface SessionClock {
  /** @returns a function that cancels it */
  schedule(action: () => void, milliseconds: number): () => void;
}

/** The field that shows the text. */
export interface SessionField {
  text(): string;
  /** Shows a text that changed elsewhere; the caret stays where it was. */
  replaceText(text: string): void;
}

export interface SessionOptions {
  /** Identifies the draft: person, change request and page. */
  key: string;
  version: PageVersion;
  /** What this browser kept of an earlier visit. */
  draft: ReadDraft;
  server: SessionServer;
  drafts: DraftStorage;
  tabs: TabsChannel;
  clock: SessionClock;
  /** Called with each revision that was saved. */
  onSaved: (revision: string) => void;
}

import { useEffect } from 'react';
import type { CommentCreate } from '#api/generated/types.gen.ts';
import { personalName } from '#src/api/session/session.ts';
import { readStored, storedNameOf, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';

/** A comment that was gathered for a review. Only this browser has it until the review is sent. */
export interface PendingComment extends Pick<CommentCreate, 'page' | 'node' | 'revision' | 'suggestion'> {
  id: string;
  markdown: string;
  pageTitle?: string;
}

/** The most that one review takes. */
export const maxPending = 50;

const nameOf = (changeRequestId: string) => personalName(`pending-review.${changeRequestId}`);

/** In-memory copy by the name in the browser's storage. */
const pendingStore = createStore<Readonly<Record<string, readonly PendingComment[]>>>({});

const none: readonly PendingComment[] = [];

const isPending = (value: unknown): value is PendingComment =>
  typeof value === 'object' && value !== null && 'id' in value && 'markdown' in value;

function load(name: string): readonly PendingComment[] {
  try {
    const stored: unknown = JSON.parse(readStored('local', name) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPending) : none;
  } catch {
    return none;
  }
}

/** The comments of a person for their next review of a change request, in the order in which they were written. */
export function listPending(changeRequestId: string): readonly PendingComment[] {
  const name = nameOf(changeRequestId);
  const known = pendingStore.get()[name];
  if (known) return known;
  const loaded = load(name);
  return loaded.length === 0 ? none : loaded;
}

/** False if the browser refused to store them: then nothing changes. */
function setPending(changeRequestId: string, comments: readonly PendingComment[]): boolean {
  const name = nameOf(changeRequestId);
  const isStored = writeStored('local', name, comments.length === 0 ? null : JSON.stringify(comments));
  if (isStored) pendingStore.set((all) => ({ ...all, [name]: comments }));
  return isStored;
}

/** Why a comment can't be gathered; undefined once it is. */
export function addPending(changeRequestId: string, comment: Omit<PendingComment, 'id'>): string | undefined {
  const comments = listPending(changeRequestId);
  if (comments.length >= maxPending) return `A review takes at most ${maxPending} comments. Submit it first.`;
  const isStored = setPending(changeRequestId, [...comments, { ...comment, id: crypto.randomUUID() }]);
  return isStored ? undefined : 'This browser has no room for it. Send the comment instead.';
}

/** Replaces one; null removes it. False if the browser refused to store it. */
export function changePending(changeRequestId: string, id: string, next: PendingComment | null): boolean {
  const comments = listPending(changeRequestId).flatMap((one) => (one.id === id ? (next ?? []) : one));
  return setPending(changeRequestId, comments);
}

/** Puts a removed one back at its place. */
export function restorePending(changeRequestId: string, comment: PendingComment, place: number): void {
  setPending(changeRequestId, listPending(changeRequestId).toSpliced(place, 0, comment));
}

/** The comment as it is sent. */
export function toCommentCreate({
  id: _id,
  pageTitle: _title,
  markdown,
  ...place
}: PendingComment): CommentCreate {
  return { ...place, body: { markdown } };
}

/** Like `listPending`, for components; also what other tabs change. */
export function usePending(changeRequestId: string): readonly PendingComment[] {
  useStore(pendingStore);
  const name = nameOf(changeRequestId);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key !== null && storedNameOf(key) === name)
        pendingStore.set((all) => ({ ...all, [name]: load(name) }));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [name]);
  return listPending(changeRequestId);
}

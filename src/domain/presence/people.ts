import type { ChangeRequestEditor, PresentPerson, User } from '#api/generated/types.gen.ts';
import { onStreamEvent } from '#src/api/event-stream/organization-stream.ts';
import { streamState } from '#src/api/event-stream/stream-state.ts';
import { createStore } from '#src/lib/store.ts';
import type { StreamEvent } from '#src/lib/text/event-stream.ts';

/** How long there may be no stream before what it said last is no longer true. */
const goneAfterMs = 10_000;
/** The contract's limit on the people of an event. */
const maxPeople = 100;

/** Who else has what open, as the stream says; null as long as that isn't known. */
export const peopleBySubject = createStore<ReadonlyMap<string, readonly PresentPerson[]> | null>(null);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isUser = (value: unknown): value is User =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['displayName'] === 'string' &&
  (value['photoURL'] === undefined || typeof value['photoURL'] === 'string');

const isPerson = (value: unknown): value is PresentPerson =>
  isObject(value) &&
  isUser(value['user']) &&
  typeof value['editing'] === 'boolean' &&
  (value['page'] === undefined || typeof value['page'] === 'string');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Who has a subject open, as an event says; null if it says something else, or isn't what the contract says. */
export function readPresence({
  name,
  data,
}: StreamEvent): { subject: string; people: readonly PresentPerson[] } | null {
  const value = name === 'presence' ? parseJson(data) : null;
  if (!isObject(value) || typeof value['subject'] !== 'string' || !Array.isArray(value['people']))
    return null;
  const people = value['people'].filter((person) => isPerson(person)).slice(0, maxPeople);
  return { subject: value['subject'], people };
}

/** Takes who has what open from the stream, and forgets it when there is no stream for a while. */
export function followPresence(): void {
  onStreamEvent((event) => {
    const presence = readPresence(event);
    if (presence) peopleBySubject.set((former) => new Map(former).set(presence.subject, presence.people));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  streamState.subscribe(() => {
    const state = streamState.get();
    clearTimeout(timer);
    if (state === 'broken' || state === 'refused') peopleBySubject.set(null);
    else if (state !== 'open') timer = setTimeout(() => peopleBySubject.set(null), goneAfterMs);
  });
}

/** Adds the reader where another tab of this browser has the subject open, too. */
export function withOtherTabs(
  people: readonly PresentPerson[],
  { subject, tabs, reader }: { subject: string; tabs: readonly string[]; reader: User | null },
): readonly PresentPerson[] {
  const ofTabs = tabs.flatMap((text): PresentPerson[] => {
    const [kind, id, page, edit] = text.split(':');
    const isIn = reader !== null && `${kind}:${id}` === subject;
    return isIn ? [{ user: reader, ...(page !== undefined && { page }), editing: edit !== undefined }] : [];
  });
  const isListed = (person: PresentPerson) =>
    people.some(
      ({ user, page, editing }) =>
        user.id === person.user.id && page === person.page && editing === person.editing,
    );
  return [...people, ...ofTabs.filter((person) => !isListed(person))];
}

/** Those who edit pages. */
export const editorsAmong = (people: readonly PresentPerson[]): ChangeRequestEditor[] =>
  people.flatMap(({ user, page, editing }) => (editing && page !== undefined ? [{ user, page }] : []));

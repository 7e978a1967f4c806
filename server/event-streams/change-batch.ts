import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { changesAccess, type ContentLevels, mayRead } from './event-readers.ts';
import { toView } from './event-views.ts';

/** Changes that many streams get alike: they are written out once, and each stream takes them in one piece. */
export class ChangeBatch {
  readonly events: readonly OrganizationEvent[];
  readonly #ids: readonly (string | undefined)[];
  #bytes: Buffer | undefined;

  /** @param ids where a client goes on after each event; undefined where something may still come before it */
  constructor(changes: readonly { event: OrganizationEvent; id: string | undefined }[]) {
    this.events = changes.map(({ event }) => event);
    this.#ids = changes.map(({ id }) => id);
  }

  /** As server-sent events. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(
      this.events
        .map((event, index) => formatEvent('change', JSON.stringify(event), this.#ids[index]))
        .join(''),
    );
    return this.#bytes;
  }
}

/** A server-sent event. @param data JSON, which has no line breaks */
export function formatEvent(name: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
}

/** What a person may read of some events, and whether others may have changed what they may read. */
export interface ReadableEvents {
  changes: ChangeBatch;
  hasOtherAccess: boolean;
}

/**
 * What each person gets of some events, made once for all streams that get the same.
 *
 * @param idOf where a client goes on after an event that nothing can come before any more
 */
export function batchesOf(
  events: readonly LoggedEvent[],
  levels: ContentLevels,
  idOf: (event: LoggedEvent) => string,
): (member: Membership) => ReadableEvents {
  const changes = events.map((logged) => ({
    logged,
    event: toView(logged),
    id: logged.isSettled ? idOf(logged) : undefined,
  }));
  const whole = new ChangeBatch(changes);
  const batches = new Map<string, ReadableEvents>();
  return (member) => {
    const key = `${member.userId} ${member.role}`;
    const made = batches.get(key);
    if (made) return made;
    const readable = changes.filter(({ logged }) => mayRead(logged, member, levels));
    const batch = {
      changes: readable.length === changes.length ? whole : new ChangeBatch(readable),
      hasOtherAccess: events.some((event) => changesAccess(event) && !mayRead(event, member, levels)),
    };
    batches.set(key, batch);
    return batch;
  };
}

import type { PageDraft, PageVersion, FieldChanges } from '#src/domain/page-drafts/page-drafts.ts';
import { EditSession } from '../edit-session.ts';
import { fieldsOf } from '../page-fields.ts';
import type { PageSave, SaveFailure, SessionField } from '../session-types.ts';
import type { TabMessage, TabsChannel } from '../tabs-channel.ts';

/** Runs scheduled actions when the time is moved. */
function createClock() {
  let now = 0;
  let planned: { at: number; action: () => void }[] = [];
  return {
    schedule(action: () => void, milliseconds: number) {
      const entry = { at: now + milliseconds, action };
      planned.push(entry);
      return () => void (planned = planned.filter((other) => other !== entry));
    },
    async pass(milliseconds: number) {
      now += milliseconds;
      const due = planned.filter(({ at }) => at <= now);
      planned = planned.filter(({ at }) => at > now);
      for (const { action } of due) action();
      await settle();
    },
  };
}

/** Lets everything happen that waits for nothing else. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** A server with one page, which can be unreachable or lose answers. */
export function createServer(text: string) {
  const fields = fieldsOf({ id: 'page', type: 'document', title: 'Lamps', slug: 'lamps', urls: {} });
  const server = {
    version: { revision: 'r0', text, fields } satisfies PageVersion as PageVersion,
    saves: 0,
    trouble: null as 'down' | 'lost' | SaveFailure | null,
    edit: (changed: string, fieldChanges: FieldChanges = {}) => {
      server.saves += 1;
      server.version = {
        revision: `r${server.saves}`,
        text: changed,
        fields: { ...server.version.fields, ...fieldChanges },
      };
    },
    async save(changed: PageSave, revision: string): Promise<{ revision: string } | SaveFailure> {
      const { trouble } = server;
      if (trouble === 'down') return { reason: 'unknown', message: 'Couldn’t reach the server.' };
      if (trouble !== null && trouble !== 'lost') return trouble;
      if (revision !== server.version.revision) return { reason: 'outdated', message: '' };
      if (changed.fields.slug === 'taken')
        return { reason: 'refused', message: 'Invalid.', problems: { slug: 'Is already used.' } };
      server.edit(changed.text ?? server.version.text, changed.fields);
      return trouble === 'lost' ? { reason: 'unknown', message: '' } : { revision: server.version.revision };
    },
    async current(): Promise<PageVersion | SaveFailure> {
      return server.trouble === null ? server.version : { reason: 'unknown', message: '' };
    },
  };
  return server;
}

/** A field that a test types into. */
function createField(text: string) {
  const field: SessionField & { value: string } = {
    value: text,
    text: () => field.value,
    replaceText: (next) => void (field.value = next),
  };
  return field;
}

function createChannel(): TabsChannel {
  const listeners = new Set<{ key: string; listener: (message: TabMessage) => void; from: object }>();
  return {
    publish: () => undefined,
    subscribe(key, listener) {
      const entry = { key, listener, from: {} };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    inTurn: (_key, _waitAtMostMs, run) => run(),
  };
}

/** Channels of two tabs: what one publishes the other receives, later. */
export function createTwoChannels(): [TabsChannel, TabsChannel] {
  const listeners: [((message: TabMessage) => void)[], ((message: TabMessage) => void)[]] = [[], []];
  let turn = Promise.resolve();
  const channel = (own: 0 | 1): TabsChannel => ({
    inTurn: (_key, _waitAtMostMs, run) => (turn = turn.then(run)),
    publish(_key, message) {
      setTimeout(
        () => listeners[own === 0 ? 1 : 0].forEach((listener) => listener(structuredClone(message))),
        0,
      );
    },
    subscribe(_key, listener) {
      listeners[own].push(listener);
      return () => void (listeners[own] = listeners[own].filter((other) => other !== listener));
    },
  });
  return [channel(0), channel(1)];
}

/** A session of a page of a server, with a field. Its storage fails to read `unread` times, the first on opening. */
export function open(
  server = createServer('one\ntwo\nthree'),
  more: { draft?: PageDraft; tabs?: TabsChannel; full?: true; unread?: number } = {},
) {
  const clock = createClock();
  let { unread = 0 } = more;
  const draftsByKey = new Map<string, PageDraft>(more.draft ? [['page', more.draft]] : []);
  const session = new EditSession({
    key: 'page',
    version: server.version,
    draft: unread > 0 ? 'unread' : (more.draft ?? null),
    server,
    drafts: {
      read: async (key) => {
        unread -= 1;
        if (unread > 0) throw new DOMException('Try again', 'UnknownError');
        return draftsByKey.get(key) ?? null;
      },
      write: async (key, draft) => {
        if (more.full) throw new DOMException('Full', 'QuotaExceededError');
        draftsByKey.set(key, draft);
      },
      delete: async (key) => void draftsByKey.delete(key),
    },
    tabs: more.tabs ?? createChannel(),
    clock,
    onSaved: () => undefined,
  });
  const field = createField(session.text);
  session.attach(field);
  const type = (text: string) => {
    field.value = text;
    session.touch();
  };
  return { server, clock, kept: draftsByKey, session, field, type, kind: () => session.state.get().kind };
}

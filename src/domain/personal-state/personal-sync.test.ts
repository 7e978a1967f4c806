import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PersonalStateEntryUpdate } from '#api/generated/types.gen.ts';
import { byKey, type PersonalEntry, withChanges } from './merge.ts';
import { createPersonalSync, ExchangeEnded, RefusedEntries, type RefusedEntry } from './personal-sync.ts';

const favorite = (id: string): PersonalEntry => ({
  kind: 'favorite',
  subject: `space/${id}`,
  value: { title: id, at: '2026-01-01T00:00:00.000Z' },
});

/** The server of a person, with faults on demand. */
function createServer() {
  let entries: readonly PersonalEntry[] = [];
  const requests: (readonly PersonalStateEntryUpdate[])[] = [];
  return {
    requests,
    faults: [] as Error[],
    /** Answers no request until the returned function is called. */
    pause: null as Promise<void> | null,
    titles: () => entries.map(({ value }) => value.title),
    read() {
      const fault = this.faults.shift();
      return fault ? Promise.reject(fault) : Promise.resolve(entries);
    },
    async write(changes: readonly PersonalStateEntryUpdate[]) {
      requests.push(changes);
      const fault = this.faults.shift();
      if (fault) throw fault;
      await this.pause;
      this.check(changes);
      entries = [...withChanges(byKey(entries), changes).values()];
    },
    check(_changes: readonly PersonalStateEntryUpdate[]): void {},
  };
}

/** A browser of the person: its storage, shared by its tabs. */
function createBrowser(server: ReturnType<typeof createServer>) {
  let copy: readonly PersonalEntry[] = [];
  let base: PersonalEntry[] | null = null;
  let turn: Promise<void> = Promise.resolve();
  const refused: RefusedEntry[] = [];
  const openTab = () =>
    createPersonalSync({
      browser: { read: () => [...copy], write: (entries) => (copy = entries) },
      base: { read: () => base, write: (entries) => (base = [...entries]) },
      server: { read: () => server.read(), write: (entries) => server.write(entries) },
      inTurn: (action) => (turn = turn.catch(() => undefined).then(action)),
      onRefused: (entries) => void refused.push(...entries),
      waitOf: () => 0,
    });
  return {
    refused,
    openTab,
    add: (...ids: string[]) => (copy = [...copy, ...ids.map(favorite)]),
    remove: (id: string) => (copy = copy.filter(({ value }) => value.title !== id)),
    titles: () => copy.map(({ value }) => value.title),
  };
}

let server: ReturnType<typeof createServer>;
beforeEach(() => {
  vi.useFakeTimers();
  server = createServer();
});
afterEach(() => vi.useRealTimers());

describe('the state of a person', () => {
  it('is the same in two browsers, once each has looked', async () => {
    const [home, work] = [createBrowser(server), createBrowser(server)];
    const [homeTab, workTab] = [home.openTab(), work.openTab()];
    home.add('a', 'b');
    await homeTab.exchange();
    await workTab.exchange();
    expect(work.titles()).toEqual(['a', 'b']);
    work.add('c');
    work.remove('a');
    await workTab.exchange();
    await homeTab.exchange();
    expect(home.titles()).toEqual(['b', 'c']);
    expect(server.titles()).toEqual(['b', 'c']);
  });

  it('is sent together with what changes in the next second', async () => {
    const browser = createBrowser(server);
    const tab = browser.openTab();
    await tab.exchange();
    browser.add('a');
    tab.send(1000);
    browser.add('b');
    tab.send(5000);
    await vi.advanceTimersByTimeAsync(999);
    expect(server.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.requests).toEqual([[favorite('a'), favorite('b')]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.requests).toHaveLength(1);
  });

  it('is sent to its last change, also of what changes while something is being sent', async () => {
    const browser = createBrowser(server);
    const tab = browser.openTab();
    let goOn = () => {};
    server.pause = new Promise((resolve) => (goOn = resolve));
    browser.add('a');
    const sent = tab.exchange();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.requests).toHaveLength(1);
    browser.add('b');
    tab.flush();
    goOn();
    await sent;
    expect(server.titles()).toEqual(['a', 'b']);
  });

  it('stays in the browser without a connection, and is sent and merged later', async () => {
    const [home, work] = [createBrowser(server), createBrowser(server)];
    const [homeTab, workTab] = [home.openTab(), work.openTab()];
    work.add('w');
    await workTab.exchange();
    home.add('h');
    server.faults.push(new Error('no connection'), new Error('no connection'));
    await homeTab.exchange();
    expect(server.titles()).toEqual(['w']);
    // Changes don't hurry what has failed.
    homeTab.send(0);
    await vi.advanceTimersByTimeAsync(1999);
    expect(server.faults).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1 + 4000);
    expect(server.titles()).toEqual(['w', 'h']);
    expect(home.titles()).toEqual(['w', 'h']);
  });

  it('is not changed by a response that was lost', async () => {
    const browser = createBrowser(server);
    const tab = browser.openTab();
    await tab.exchange();
    browser.add('a');
    const write = server.write.bind(server);
    vi.spyOn(server, 'write').mockImplementationOnce(async (changes) => {
      await write(changes);
      throw new Error('lost');
    });
    tab.flush();
    await vi.advanceTimersByTimeAsync(2000);
    expect([browser.titles(), server.titles()]).toEqual([['a'], ['a']]);
    expect(server.requests).toHaveLength(1);
  });

  it('is sent by one tab at a time, from what all of them changed', async () => {
    const browser = createBrowser(server);
    const tabs = [browser.openTab(), browser.openTab()];
    await Promise.all(tabs.map((tab) => tab.exchange()));
    browser.add('a');
    tabs.forEach((tab) => tab.flush());
    await vi.advanceTimersByTimeAsync(0);
    expect(server.requests).toEqual([[favorite('a')]]);
  });

  it('is sent in requests of at most 200 entries', async () => {
    const browser = createBrowser(server);
    browser.add(...Array.from({ length: 450 }, (_, index) => `f${index}`));
    await browser.openTab().exchange();
    expect(server.requests.map(({ length }) => length)).toEqual([200, 200, 50]);
  });

  it('is not asked for again where there is none', async () => {
    const browser = createBrowser(server);
    const tab = browser.openTab();
    browser.add('a');
    server.faults.push(new ExchangeEnded('none'));
    await tab.exchange();
    tab.send(0);
    await tab.exchange();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([browser.titles(), server.requests]).toEqual([['a'], []]);
  });
});

describe('what the server refuses', () => {
  const refuse = (isRefused: (change: PersonalStateEntryUpdate) => boolean, isNamed: boolean) => {
    server.check = (changes) => {
      const position = changes.findIndex(isRefused);
      if (position !== -1)
        throw new RefusedEntries('is no title', { position: isNamed ? position : null, isLimit: false });
    };
  };

  it.each([true, false])(
    'is named, stays here, and holds nothing else up (the place is named: %s)',
    async (isNamed) => {
      const browser = createBrowser(server);
      const tab = browser.openTab();
      refuse(({ subject }) => subject === 'space/bad', isNamed);
      browser.add('a', 'bad', 'b', 'c');
      await tab.exchange();
      expect(server.titles()).toEqual(['a', 'b', 'c']);
      expect(browser.refused).toEqual([{ entry: favorite('bad'), reason: 'is no title' }]);
      const { length } = server.requests;
      await tab.exchange();
      expect([browser.refused, server.requests]).toMatchObject([{ length: 1 }, { length }]);
      expect(browser.titles()).toContain('bad');
    },
  );

  it('is sent once there is room', async () => {
    const browser = createBrowser(server);
    const tab = browser.openTab();
    server.check = (changes) => {
      const { size } = withChanges(byKey(server.titles().map((id) => favorite(id ?? ''))), changes);
      if (size > 3) throw new RefusedEntries('You can have 3.', { position: null, isLimit: true });
    };
    browser.add('a', 'b', 'c', 'd', 'e');
    await tab.exchange();
    expect(server.titles()).toEqual(['a', 'b', 'c']);
    expect(browser.refused.map(({ entry }) => entry.subject)).toEqual(['space/d', 'space/e']);
    browser.remove('a');
    await tab.exchange();
    expect(server.titles()).toEqual(['b', 'c', 'd']);
    expect(browser.titles()).toEqual(['b', 'c', 'd', 'e']);
  });
});

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { abandonUnsavedWork } from '#src/domain/page-drafts/unsaved-work.ts';
import { keepOpen, openSessionOf, showOnScreen } from './open-sessions.ts';
import { createServer, open, settle } from './testing/test-session.ts';

const tab = new EventTarget();
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
vi.stubGlobal('window', tab);
vi.stubGlobal('document', page);
afterAll(() => vi.unstubAllGlobals());

// Also lets go of the sessions of a test.
afterEach(() => abandonUnsavedWork());

async function leaveTab(): Promise<Event> {
  const event = new Event('beforeunload', { cancelable: true });
  tab.dispatchEvent(event);
  await settle();
  return event;
}

describe('the sessions of a tab', () => {
  it('end with their screen once everything is saved', async () => {
    const { session } = open();
    const leave = showOnScreen(session);
    expect(openSessionOf('page')).toBe(session);
    leave();
    await settle();
    expect(openSessionOf('page')).toBeUndefined();
  });

  it('are found again by the next screen while something isn’t saved', async () => {
    const { session, type, server } = open();
    server.trouble = 'down';
    const leave = showOnScreen(session);
    type('one more');
    leave();
    await settle();
    expect(openSessionOf('page')).toBe(session);
    server.trouble = null;
    const leaveAgain = showOnScreen(session);
    tab.dispatchEvent(new Event('online'));
    await settle();
    expect(server.version.text).toBe('one more');
    leaveAgain();
    await settle();
    expect(openSessionOf('page')).toBeUndefined();
  });

  it('wait for what is on its way into the text', async () => {
    const { session } = open();
    const release = keepOpen(session);
    showOnScreen(session)();
    await settle();
    expect(openSessionOf('page')).toBe(session);
    release();
    expect(openSessionOf('page')).toBeUndefined();
  });

  it('stay while one of two screens shows them', async () => {
    const { session } = open();
    const [leaveFirst, leaveSecond] = [showOnScreen(session), showOnScreen(session)];
    leaveFirst();
    await settle();
    expect(openSessionOf('page')).toBe(session);
    leaveSecond();
    await settle();
    expect(openSessionOf('page')).toBeUndefined();
  });
});

describe('a tab that is left', () => {
  it.each(['blur', 'pagehide'])('saves on %s', async (name) => {
    const { session, type, server } = open();
    showOnScreen(session);
    type('one more');
    tab.dispatchEvent(new Event(name));
    await settle();
    expect(server.version.text).toBe('one more');
  });

  it('saves when it is hidden, not when it is shown', async () => {
    const { session, type, server } = open();
    showOnScreen(session);
    type('one more');
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(server.saves).toBe(0);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    page.visibilityState = 'visible';
    await settle();
    expect(server.version.text).toBe('one more');
  });

  it('keeps the text in the browser before it is closed, and asks no question', async () => {
    const { session, type, kept } = open();
    showOnScreen(session);
    type('one more');
    const event = await leaveTab();
    expect(kept.get('page')?.text).toBe('one more');
    expect(event.defaultPrevented).toBe(false);
  });

  it('asks before it is closed where neither browser nor server keeps the text', async () => {
    const server = createServer('one');
    server.trouble = 'down';
    const { session, type, clock } = open(server, { full: true });
    showOnScreen(session);
    type('one more');
    await clock.pass(300);
    expect((await leaveTab()).defaultPrevented).toBe(true);
  });

  it('stores nothing any more once its work is abandoned', async () => {
    const { session, type, server, kept } = open();
    showOnScreen(session);
    type('one more');
    abandonUnsavedWork();
    await leaveTab();
    tab.dispatchEvent(new Event('pagehide'));
    await settle();
    expect([server.saves, kept.size, openSessionOf('page')]).toEqual([0, 0, undefined]);
  });
});

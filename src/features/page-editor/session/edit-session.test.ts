import { describe, expect, it } from 'vitest';
import { resolvedText } from '../text/merge-texts.ts';
import { saveAfterMs } from './session-timers.ts';
import { createServer, createTwoChannels, open, settle } from './testing/test-session.ts';

describe('an edit session', () => {
  it('keeps a text at each pause and saves it after half a minute', async () => {
    const { server, clock, kept, type, kind, session } = open();
    type('one\ntwo\nthree, and a word');
    expect(session.isKept.get()).toBe(false);
    await clock.pass(300);
    expect(kept.get('page')?.text).toContain('and a word');
    expect([kind(), session.isKept.get(), server.saves]).toEqual(['changed', true, 0]);
    await clock.pass(saveAfterMs);
    expect(server.version.text).toBe('one\ntwo\nthree, and a word');
    expect([kind(), kept.size]).toEqual(['saved', 0]);
  });

  it('keeps text that is typed without a pause', async () => {
    const { clock, kept, type } = open();
    for (let count = 1; count <= 10; count += 1) {
      type(`${'word '.repeat(count)}`);
      await clock.pass(250);
    }
    expect(kept.get('page')?.text).toContain('word');
  });

  it('saves at once what the browser has no room for', async () => {
    const { server, clock, type } = open(createServer('one'), { full: true });
    type('one more');
    await clock.pass(300);
    expect(server.version.text).toBe('one more');
  });

  it('saves what is typed and asked to be saved while the saved text leaves the browser', async () => {
    const { server, kept, session, type, kind } = open(createServer('one'));
    const forget = kept.delete.bind(kept);
    kept.delete = (key) => {
      kept.delete = forget;
      type('one, two and three');
      void session.save();
      return forget(key);
    };
    type('one and two');
    await session.keep();
    await session.save();
    expect([server.version.text, kind()]).toEqual(['one, two and three', 'saved']);
  });

  it('sends nothing if nothing changed', async () => {
    const { server, session, type, kind } = open();
    type('one');
    type('one\ntwo\nthree');
    await session.flush();
    expect([server.saves, kind()]).toEqual([0, 'saved']);
  });

  it('tries again when the server is back', async () => {
    const { server, clock, type, session, kind } = open();
    server.trouble = 'down';
    type('one\ntwo\nthree\nfour');
    await session.flush();
    expect([kind(), session.isKept.get()]).toEqual(['failed', true]);
    server.trouble = null;
    await clock.pass(2000);
    expect([server.version.text, kind()]).toEqual(['one\ntwo\nthree\nfour', 'saved']);
  });

  it('tries again as early when typing continues in between', async () => {
    const { server, clock, type, session, kind } = open();
    server.trouble = 'down';
    type('one\ntwo\nthree\nfour');
    await session.flush();
    type('one\ntwo\nthree\nfour, five');
    await clock.pass(300);
    expect(kind()).toBe('failed');
    server.trouble = null;
    await clock.pass(2000);
    expect([server.version.text, kind()]).toEqual(['one\ntwo\nthree\nfour, five', 'saved']);
  });

  it('does not conflict with its own save whose answer was lost', async () => {
    const { server, clock, type, session, kind } = open();
    server.trouble = 'lost';
    type('one\ntwo\nthree\nfour');
    await session.flush();
    server.trouble = null;
    type('one\ntwo\nthree\nfour and more');
    await clock.pass(saveAfterMs);
    expect([server.version.text, kind()]).toEqual(['one\ntwo\nthree\nfour and more', 'saved']);
  });

  it('merges silently what someone else saved in other lines', async () => {
    const { server, session, field, type, kind } = open();
    server.edit('ONE\ntwo\nthree');
    type('one\ntwo\nTHREE');
    await session.flush();
    expect([server.version.text, field.value, kind()]).toEqual([
      'ONE\ntwo\nTHREE',
      'ONE\ntwo\nTHREE',
      'saved',
    ]);
  });

  it('asks where both changed the same lines, and loses neither, also after a reload', async () => {
    const { server, session, kept, type, kind } = open();
    server.edit('one\ntheirs\nthree');
    type('one\nmine\nthree');
    await session.flush();
    expect([kind(), server.version.text]).toEqual(['conflict', 'one\ntheirs\nthree']);
    const draft = kept.get('page');
    expect(draft?.text).toBe('one\nmine\nthree');
    const again = open(server, draft ? { draft } : {});
    expect([again.kind(), again.session.text]).toEqual(['conflict', 'one\nmine\nthree']);
    await again.session.resolve(resolvedText(again.session.conflict(), ['both']));
    expect([server.version.text, again.kind()]).toEqual(['one\nmine\ntheirs\nthree', 'saved']);
  });

  it('shows text that someone else saved during a pause in typing', async () => {
    const { server, session, field } = open();
    server.edit('one\ntwo\nthree\nfour');
    await session.pull('r1');
    expect([field.value, session.revision]).toEqual(['one\ntwo\nthree\nfour', 'r1']);
  });

  it('continues with the text of an earlier visit', async () => {
    const server = createServer('one\ntwo\nthree');
    const draft = { text: 'one\ntwo\nthree\nkept', base: server.version, changes: {} };
    server.edit('ONE\ntwo\nthree');
    const { session, clock, kind } = open(server, { draft });
    expect([session.text, session.isRestored, kind()]).toEqual(['ONE\ntwo\nthree\nkept', true, 'changed']);
    await clock.pass(saveAfterMs);
    expect(server.version.text).toBe('ONE\ntwo\nthree\nkept');
  });

  it('says so when the change request was closed, and keeps the text', async () => {
    const { server, session, kept, type } = open();
    server.trouble = { reason: 'closed', message: 'The change request is merged.' };
    type('one\ntwo\nthree\nfour');
    await session.flush();
    expect(session.state.get()).toMatchObject({ kind: 'failed', reason: 'closed' });
    expect(kept.get('page')?.text).toContain('four');
  });

  it('saves what is typed during a save', async () => {
    const { server, session, type, kind } = open();
    type('one');
    const saving = session.save();
    type('one and two');
    await session.save();
    await saving;
    expect([server.version.text, kind()]).toEqual(['one and two', 'saved']);
  });

  it('is one draft in two tabs, also when both type', async () => {
    const server = createServer('one\ntwo\nthree\nfour\nfive');
    const [left, right] = createTwoChannels();
    const a = open(server, { tabs: left });
    const b = open(server, { tabs: right });
    a.type('ONE\ntwo\nthree\nfour\nfive');
    b.type('one\ntwo\nthree\nfour\nFIVE');
    await Promise.all([a.clock.pass(300), b.clock.pass(300)]);
    await settle();
    expect(a.field.value).toBe('ONE\ntwo\nthree\nfour\nFIVE');
    expect(b.field.value).toBe(a.field.value);
    await a.session.save();
    await settle();
    await b.session.save();
    expect([server.version.text, server.saves, b.kind()]).toEqual([a.field.value, 1, 'saved']);
  });

  it('shows in the other tab what was typed while that one typed too, and loses neither by saving', async () => {
    const server = createServer('one\ntwo\nthree');
    const [left, right] = createTwoChannels();
    const a = open(server, { tabs: left });
    await settle();
    const b = open(server, { tabs: right });
    await settle();
    a.type('ONE\ntwo\nthree');
    b.type('one\ntwo\nTHREE');
    // The text typed in `a` arrives before `b` has shown its own.
    await a.clock.pass(300);
    await settle();
    await b.clock.pass(300);
    await settle();
    expect([a.field.value, b.field.value]).toEqual(['ONE\ntwo\nTHREE', 'ONE\ntwo\nTHREE']);
  });

  it('does not take back in one tab what the other saved right after typing', async () => {
    const server = createServer('one\ntwo\nthree');
    const [left, right] = createTwoChannels();
    const a = open(server, { tabs: left });
    await settle();
    const b = open(server, { tabs: right });
    await settle();
    a.type('one\ntwo\nthree, saved at once');
    await a.session.save();
    await settle();
    b.type(`ONE${b.field.value.slice(3)}`);
    await b.session.save();
    expect(server.version.text).toBe('ONE\ntwo\nthree, saved at once');
  });

  it('sends nothing on top of a revision that another tab is replacing', async () => {
    const server = createServer('one\ntwo\nthree');
    const [left, right] = createTwoChannels();
    const a = open(server, { tabs: left });
    const b = open(server, { tabs: right });
    await settle();
    const { save } = server;
    const refused: string[] = [];
    server.save = async (changed, revision) => {
      const result = await save(changed, revision);
      if ('reason' in result) refused.push(result.reason);
      await settle();
      return result;
    };
    a.type('ONE\ntwo\nthree');
    b.type('one\ntwo\nTHREE');
    await Promise.all([a.session.save(), b.session.save()]);
    await settle();
    await Promise.all([a.session.save(), b.session.save()]);
    expect([refused, server.version.text]).toEqual([[], 'ONE\ntwo\nTHREE']);
  });

  it('asks what a tab saved that was closed before it could say so', async () => {
    const server = createServer('one\ntwo\nthree');
    const [left, right] = createTwoChannels();
    const a = open(server, { tabs: left });
    const b = open(server, { tabs: right });
    await settle();
    const { save } = server;
    const refused: string[] = [];
    server.save = async (changed, revision) => {
      const result = await save(changed, revision);
      if ('reason' in result) refused.push(result.reason);
      return result;
    };
    const published = left.publish;
    left.publish = (key, message) => message.kind !== 'saved' && published(key, message);
    a.type('ONE\ntwo\nthree');
    await a.session.save();
    a.session.close();
    await settle();
    b.type('ONE\ntwo\nTHREE');
    await b.session.save();
    expect([refused, server.version.text, b.kind()]).toEqual([[], 'ONE\ntwo\nTHREE', 'saved']);
  });

  it('does not delete a draft that it could not read, and adds it once it can', async () => {
    const server = createServer('one\ntwo\nthree');
    const { version: base } = server;
    const draft = { text: 'one\ntwo\nthree of an earlier visit', base, changes: { title: 'Lanterns' } };
    const { kept, session, type, field } = open(server, { draft, unread: 2 });
    await session.keep();
    expect(kept.get('page')).toEqual(draft);
    type('ONE\ntwo\nthree');
    await session.keep();
    await settle();
    const text = 'ONE\ntwo\nthree of an earlier visit';
    expect(kept.get('page')).toEqual({ ...draft, text });
    await session.flush();
    expect(field.value).toBe(text);
    expect(server.version).toMatchObject({ text, fields: { title: 'Lanterns' } });
  });

  it('deletes nothing where it found nothing and kept nothing', async () => {
    const { kept, session, server } = open();
    kept.set('page', { text: 'of another tab', base: server.version, changes: {} });
    await session.flush();
    expect(kept.get('page')?.text).toBe('of another tab');
  });

  it('takes what others saved also where a save is under way that has nothing to save', async () => {
    const { server, session, field, kind } = open();
    server.edit('one\ntwo\nTHREE');
    const saved = session.save();
    await session.pull('r1');
    await saved;
    expect([field.value, kind(), session.revision]).toEqual(['one\ntwo\nTHREE', 'saved', 'r1']);
  });

  it('saves what is undone right after an edit of the server that was typed here, too', async () => {
    const { server, session, type, kind } = open();
    const send = async () => {
      server.edit('one\nthree');
      // The console learns of the revision before the answer is used.
      void session.pull('r1');
      return { revision: 'r1' };
    };
    const edited = session.editWithServer(send, () => {
      type('one\nthree');
      return true;
    });
    await settle();
    type('one\ntwo\nthree');
    await session.save();
    await edited;
    await settle();
    expect([server.version.text, session.text, kind()]).toEqual([
      'one\ntwo\nthree',
      'one\ntwo\nthree',
      'saved',
    ]);
  });

  it('takes an edit of the server as that of others where it was not typed here', async () => {
    const { server, session, type } = open();
    const send = async () => {
      server.edit('one\ntwo');
      return { revision: 'r1' };
    };
    type('ONE\ntwo\nthree');
    await session.editWithServer(send, () => false);
    expect([session.text, session.revision]).toEqual(['ONE\ntwo', 'r1']);
  });

  it('does not take back text saved while it read another person’s revision', async () => {
    const { server, session, field, type, kind } = open();
    server.edit('one\ntwo\nTHREE');
    const { version: read, current } = server;
    let answer = () => {};
    server.current = async () => {
      server.current = current;
      await new Promise<void>((resolve) => (answer = resolve));
      return read;
    };
    const pulled = session.pull('r1');
    type('ONE\ntwo\nthree');
    await session.save();
    answer();
    await pulled;
    expect(field.value).toBe('ONE\ntwo\nTHREE');
    expect([server.version.text, kind(), session.revision]).toEqual(['ONE\ntwo\nTHREE', 'saved', 'r2']);
  });
});

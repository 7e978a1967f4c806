import { describe, expect, it } from 'vitest';
import { saveAfterMs } from './session-timers.ts';
import { createServer, createTwoChannels, open, settle } from './testing/test-session.ts';

describe('an edit session of a page with fields', () => {
  it('saves them with the text, in one call', async () => {
    const { server, clock, session, type, kind, kept } = open();
    session.editFields({ title: 'Oil lamps', slug: 'oil-lamps' });
    type('one\ntwo\nthree\nfour');
    await clock.pass(300);
    expect(kept.get('page')?.changes).toEqual({ title: 'Oil lamps', slug: 'oil-lamps' });
    await clock.pass(saveAfterMs);
    expect([server.saves, kind(), server.version.text]).toEqual([1, 'saved', 'one\ntwo\nthree\nfour']);
    expect(server.version.fields).toMatchObject({ title: 'Oil lamps', slug: 'oil-lamps' });
  });

  it('sends nothing if a field is as before', async () => {
    const { server, session, kind } = open();
    session.editFields({ hidden: true });
    session.editFields({ hidden: false });
    await session.flush();
    expect([server.saves, kind()]).toEqual([0, 'saved']);
  });

  it('saves the rest of what the server refuses, and says which field is left', async () => {
    const { server, session, type, kind, kept } = open();
    session.editFields({ slug: 'taken', description: 'Of oil.' });
    type('one\ntwo\nthree\nfour');
    await session.flush();
    expect(server.version).toMatchObject({
      text: 'one\ntwo\nthree\nfour',
      fields: { slug: 'lamps', description: 'Of oil.' },
    });
    expect(session.state.get()).toMatchObject({ reason: 'fields', message: 'Slug: Is already used.' });
    expect(kept.get('page')?.changes).toEqual({ slug: 'taken' });
    session.editFields({ slug: 'free' });
    await session.flush();
    expect([server.version.fields.slug, kind(), kept.size]).toEqual(['free', 'saved', 0]);
  });

  it('does not send a blank title', async () => {
    const { server, session, kind } = open();
    session.editFields({ title: ' ' });
    await session.flush();
    expect([server.saves, kind(), session.fields.problems.get()]).toEqual([
      0,
      'failed',
      { title: 'Required' },
    ]);
    session.editFields({ title: 'Lamps' });
    await session.flush();
    expect([server.saves, kind()]).toEqual([0, 'saved']);
  });

  it('merges other fields that someone else saved, and asks about the same one', async () => {
    const { server, session, kind } = open();
    server.edit('one\ntwo\nthree', { emoji: '💡' });
    session.editFields({ title: 'Oil lamps' });
    await session.flush();
    expect(server.version.fields).toMatchObject({ title: 'Oil lamps', emoji: '💡' });
    server.edit('one\ntwo\nthree', { title: 'Gas lamps', slug: 'gas' });
    session.editFields({ title: 'Wax lamps' });
    await session.flush();
    expect(kind()).toBe('conflict');
    expect(session.fieldConflicts()).toEqual([{ name: 'title', mine: 'Wax lamps', theirs: 'Gas lamps' }]);
    await session.resolve(session.text, ['title']);
    expect(server.version.fields).toMatchObject({ title: 'Gas lamps', slug: 'gas' });
    expect([session.fields.values.get().title, kind()]).toEqual(['Gas lamps', 'saved']);
  });

  it('does not conflict with its own fields whose answer was lost', async () => {
    const { server, session, clock, kind } = open();
    server.trouble = 'lost';
    session.editFields({ title: 'Oil lamps' });
    await session.flush();
    server.trouble = null;
    session.editFields({ title: 'Oil lamps and wicks' });
    await clock.pass(saveAfterMs);
    expect([server.version.fields.title, kind()]).toEqual(['Oil lamps and wicks', 'saved']);
  });

  it('shows in the other tab what was changed, and saves it once', async () => {
    const server = createServer('one');
    const [left, right] = createTwoChannels();
    const a = open(server, { tabs: left });
    a.session.editFields({ title: 'Oil lamps' });
    const b = open(server, { tabs: right });
    await settle();
    await settle();
    b.session.editFields({ emoji: '💡' });
    await settle();
    expect(b.session.fields.changes).toEqual({ title: 'Oil lamps', emoji: '💡' });
    await a.session.save();
    await settle();
    await b.session.save();
    expect([server.saves, b.kind(), server.version.fields.emoji]).toEqual([1, 'saved', '💡']);
  });
});

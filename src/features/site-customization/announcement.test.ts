import { describe, expect, it } from 'vitest';
import { ownDateFormat } from '#src/lib/text/date-input.ts';
import { announcementOf, announcementSchema, describeAnnouncement, toAnnouncement } from './announcement.ts';

const typed = (iso: string) => ownDateFormat.format(iso);
const nothing = { message: '', style: 'info', linkTitle: '', linkUrl: '', firstDay: '', lastDay: '' };
const problemsOf = (values: Partial<typeof nothing>) =>
  announcementSchema.safeParse(values).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('an announcement', () => {
  it('is shown from the beginning of its first day to the end of its last', () => {
    const announcement = toAnnouncement(
      { ...nothing, message: ' Moved ', firstDay: typed('2026-03-01'), lastDay: typed('2026-03-02') },
      undefined,
    );
    expect(announcement).toEqual({
      message: 'Moved',
      style: 'info',
      from: new Date(2026, 2, 1).toISOString(),
      until: new Date(2026, 2, 3).toISOString(),
    });
    const values = announcementOf({ ...(announcement && { announcement }) });
    expect([values.firstDay, values.lastDay]).toEqual([typed('2026-03-01'), typed('2026-03-02')]);
  });

  it('keeps times that a program has set while another field is edited', () => {
    const saved = { message: 'Moved', style: 'info' as const, from: '2026-03-01T07:30:00.000Z' };
    const edited = { ...announcementOf({ announcement: saved }), message: 'Moved away' };
    expect(toAnnouncement(edited, saved)).toEqual({ ...saved, message: 'Moved away' });
    expect(toAnnouncement({ ...edited, message: ' ' }, saved)).toBeNull();
  });

  it('is refused where a part is missing or the days are the wrong way round', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ linkUrl: '/guides' })).toEqual(['message', 'linkTitle']);
    expect(problemsOf({ message: 'a', linkTitle: 'More' })).toEqual(['linkUrl']);
    expect(problemsOf({ message: 'a', linkTitle: 'b', linkUrl: 'javascript:alert(1)' })).toEqual(['linkUrl']);
    expect(problemsOf({ message: 'a', firstDay: 'tomorrow' })).toEqual(['firstDay']);
    const days = { firstDay: typed('2026-03-02'), lastDay: typed('2026-03-01') };
    expect(problemsOf({ message: 'a', ...days })).toEqual(['lastDay']);
    expect(problemsOf({ message: 'a', ...days, lastDay: days.firstDay })).toEqual([]);
  });

  it('says whether visitors see it', () => {
    const announcement = { message: 'a', style: 'info' as const, from: '2026-03-01T00:00:00Z' };
    const until = '2026-03-03T00:00:00Z';
    const at = (day: string) => describeAnnouncement({ ...announcement, until }, new Date(day));
    expect(['2026-02-28', '2026-03-01', '2026-03-03'].map(at)).toEqual([
      'Visitors don’t see it yet.',
      'Visitors see it now.',
      'It has ended: visitors don’t see it.',
    ]);
  });
});

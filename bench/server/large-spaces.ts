/** What people do in a space of 5,000 pages and 20,000 files, beside the same in one of 50 pages and 20 files. */
import { createLargeSpaces, type SpaceTimes } from '../../server/test/large-spaces.ts';
import { atMost, ratio } from '../goals.ts';
import type { Part } from '../part.ts';
import { type Figure, figures } from '../statistics.ts';

type Figures = Record<keyof SpaceTimes | 'unreadPage', Figure>;
const sizes = [50, 5000].map((pages) => ({ pages, files: pages === 50 ? 20 : 20_000 }));
const WARM_UP = 3;
const ROUNDS = 7;

export const largeSpacesPart: Part<{ small: Figures; large: Figures }> = {
  name: 'large-spaces',
  description: 'save, editor, merge and first published page with 5,000 pages and 20,000 files',
  isOnDemand: true,
  measure: async ({ rounds }) => {
    const { spaces, close } = await createLargeSpaces(sizes);
    const times = spaces.map(() => [] as SpaceTimes[]);
    const unread = spaces.map(() => [] as { unreadPage: number }[]);
    const count = WARM_UP + rounds * ROUNDS;
    for (let round = 0; round < 2 * count; round += 1)
      for (const [at, space] of spaces.entries()) {
        if (round % count < WARM_UP) await (round < count ? space.measureRound : space.measureUnread)(round);
        else if (round < count) times[at]?.push(await space.measureRound(round));
        else unread[at]?.push({ unreadPage: await space.measureUnread(round) });
      }
    await close();
    const figuresAt = (at: number) => ({
      ...figures<keyof SpaceTimes>(times[at] ?? []),
      ...figures<'unreadPage'>(unread[at] ?? []),
    });
    return { small: figuresAt(0), large: figuresAt(1) };
  },
  goals: ({ small, large }) => [
    atMost('opening the editor', ratio(large.open, small.open), 3, '× small space'),
    atMost('save', ratio(large.save, small.save), 3, '× small space'),
    atMost('bytes written by a save', large.savedBytes, 50_000, 'bytes'),
    atMost('merge', ratio(large.merge, small.merge), 3, '× small space'),
    atMost('first published page', ratio(large.publishedPage, small.publishedPage), 3, '× small space'),
    atMost('page of an unread space', ratio(large.unreadPage, small.unreadPage), 3, '× small space'),
  ],
};

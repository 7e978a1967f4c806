/** What people do in a space of 5,000 pages and 20,000 files, beside the same in one of 50 pages and 20 files. */
import { createLargeSpaces, type SpaceTimes } from '../../server/test/large-spaces.ts';
import { atMost, ratio } from '../goals.ts';
import type { Part } from '../part.ts';
import { type Figure, figures } from '../statistics.ts';

type Figures = Record<keyof SpaceTimes, Figure>;
const sizes = [50, 5000].map((pages) => ({ pages, files: pages === 50 ? 20 : 20_000 }));
const WARM_UP = 3;
const ROUNDS = 7;

export const largeSpacesPart: Part<{ small: Figures; large: Figures }> = {
  name: 'large-spaces',
  description: 'save, editor, merge and first published page with 5,000 pages and 20,000 files',
  isOnDemand: true,
  measure: async ({ rounds }) => {
    const spaces = await createLargeSpaces(sizes);
    const times: SpaceTimes[][] = [[], []];
    for (let round = 0; round < WARM_UP + rounds * ROUNDS; round += 1)
      for (const [at, measureRound] of spaces.rounds.entries()) {
        const measured = await measureRound(round);
        if (round >= WARM_UP) times[at]?.push(measured);
      }
    await spaces.close();
    const [small = [], large = []] = times;
    return { small: figures<keyof SpaceTimes>(small), large: figures<keyof SpaceTimes>(large) };
  },
  goals: ({ small, large }) => [
    atMost('opening the editor', ratio(large.open, small.open), 3, '× small space'),
    atMost('save', ratio(large.save, small.save), 3, '× small space'),
    atMost('bytes written by a save', large.savedBytes, 50_000, 'bytes'),
    atMost('merge', ratio(large.merge, small.merge), 3, '× small space'),
    atMost('first published page', ratio(large.publishedPage, small.publishedPage), 3, '× small space'),
  ],
};

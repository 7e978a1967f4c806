import { systemClock } from '#server/clock.ts';
import { fillOnFirstStart } from './first-start.ts';
import { withDatabase } from './open-database.ts';
import { type FlagValues, readNumber, type Settings } from './settings.ts';

/** What `seed` can make many of, with the most of each. */
export const SEED_FLAGS = {
  members: { type: 'string', most: 100_000 },
  spaces: { type: 'string', most: 5000 },
  sections: { type: 'string', most: 1000 },
  'change-requests': { type: 'string', most: 20_000 },
  comments: { type: 'string', most: 50_000 },
} as const;

/** `seed`: adds an organization of the wanted size, after what a first start would write. */
export async function seed(settings: Settings, flags: FlagValues): Promise<void> {
  const count = (flag: keyof typeof SEED_FLAGS) =>
    readNumber(`--${flag}`, String(flags[flag] ?? 0), 0, SEED_FLAGS[flag].most);
  const counts = {
    members: count('members'),
    spaces: count('spaces'),
    sections: count('sections'),
    changeRequests: count('change-requests'),
    comments: count('comments'),
  };
  await withDatabase(settings, async ({ db }) => {
    await fillOnFirstStart(db, settings, systemClock.now());
    const { seedAtScale } = await import('#server/database/seed/scale.ts');
    await seedAtScale(db, counts, { now: systemClock.now(), report: (line) => console.error(line) });
  });
  console.log('Seeded.');
}

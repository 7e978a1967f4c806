import { systemClock } from '#server/base/clock.ts';
import { seedOnFirstStart } from './first-start.ts';
import { withDatabase } from './open-database.ts';
import { type FlagValues, parseNumber, type Settings } from './settings.ts';

/** The content that `seed` creates, with maximum numbers. */
export const SEED_FLAGS = {
  members: { type: 'string', max: 100_000 },
  spaces: { type: 'string', max: 5000 },
  sections: { type: 'string', max: 1000 },
  'change-requests': { type: 'string', max: 20_000 },
  comments: { type: 'string', max: 50_000 },
} as const;

/** `seed`: adds an organization of the given size, after seeding as a first start does. */
export async function seed(settings: Settings, flags: FlagValues): Promise<void> {
  const count = (flag: keyof typeof SEED_FLAGS) =>
    parseNumber(`--${flag}`, String(flags[flag] ?? 0), 0, SEED_FLAGS[flag].max);
  const counts = {
    members: count('members'),
    spaces: count('spaces'),
    sections: count('sections'),
    changeRequests: count('change-requests'),
    comments: count('comments'),
  };
  await withDatabase(settings, async ({ db }) => {
    await seedOnFirstStart(db, settings, systemClock.now());
    const { seedAtScale } = await import('#server/seed/scale.ts');
    await seedAtScale(db, counts, { now: systemClock.now(), report: (line) => console.error(line) });
  });
  console.log('Seeded.');
}

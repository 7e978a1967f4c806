/* Spaces that were deleted lately. */
import type { PageText } from '../model/seed-data.ts';

export const oldWiki: PageText[] = [
  {
    title: 'Imported pages',
    emoji: '🧳',
    description: 'From the wiki of 2016 to 2019',
    text: `Imported to look for what is still true. What was, has moved; the rest can go.`,
  },
  { title: 'Test tank bookings', description: 'Superseded', text: `Bookings are made in the calendar now.` },
  { title: 'Printer', description: 'Superseded', text: `There is no printer any more.` },
];

export const summerParty: PageText[] = [
  {
    title: 'Summer party',
    emoji: '🍓',
    description: 'On the island, as always',
    text: `Boat at 15:00 from the quay. Bring a jumper.`,
  },
  {
    title: 'Who brings what',
    description: 'List',
    text: `Cakes: laboratory. Salads: platform. Fish: whoever catches one.`,
  },
  { title: 'Rain plan', description: 'There will be rain', text: `The boathouse.` },
];

export const sandboxJonas: PageText[] = [
  {
    title: 'Trying things',
    emoji: '🧪',
    description: 'Jonas tries tables',
    text: `| a | b |
| --- | --- |
| 1 | 2 |`,
  },
  {
    title: 'Draft: new structure of the Heron guide',
    description: 'Moved to a change request',
    text: `See the change request in the [Heron user guide](space:heron-guide).`,
  },
  { title: 'Pictures', description: 'Which size is best', text: `![Test](file:cover.png)` },
];

/* Brand, policies, safety and the first days of a new colleague. */
import type { PageText } from '../model/seed-data.ts';

export const brand: PageText[] = [
  {
    title: 'The name',
    emoji: '🪨',
    description: 'Skerry, and what it is not',
    text: `A skerry is a rock that shows at low water. The name is written *Skerry Instruments* once, then *Skerry*. Products are names of their own: Heron, not "the Heron".`,
  },
  {
    title: 'Voice',
    emoji: '🗣️',
    description: 'Plain, exact, warm',
    text: `| Rather | Than |
| --- | --- |
| The gauge is silent. | The device is experiencing connectivity issues. |
| Tighten to 18 N·m. | Tighten sufficiently. |
| We were wrong. | Mistakes were made. |

Numbers have units and a space before them. No exclamation marks in manuals.`,
  },
  {
    title: 'Colours and type',
    emoji: '🎨',
    description: 'Deep water, sand, signal',
    text: `| Name | Hex | Use |
| --- | --- | --- |
| Deep water | \`#173A54\` | text, headers |
| Fjord | \`#3D6F93\` | links, lines |
| Sand | \`#FACC8C\` | highlights |
| Signal | \`#C2410C\` | warnings only |`,
  },
  {
    title: 'Photographs',
    emoji: '📷',
    description: 'Real stations, real weather',
    text: `No stock pictures. People wear life jackets, or the picture is not used.`,
  },
];

export const policies: PageText[] = [
  {
    title: 'Quality policy',
    emoji: '🏅',
    description: 'ISO 9001, in our words',
    text: `We build instruments whose readings people act on. We say what they can do, test that they do it, and tell you when they did not. Management reviews this policy each January.

Corrective action: whoever sees it, writes it; the process owner decides within five days.`,
  },
  {
    title: 'Environment',
    emoji: '🌿',
    description: 'What we leave behind',
    text: `Nothing stays in the water: moorings are recovered, batteries come home. Since last year all gauges can be opened and repaired.`,
  },
  {
    title: 'Anti-bribery',
    emoji: '⚖️',
    description: 'Gifts, dinners, ports',
    text: `Nothing above 300 kr, nothing during a tender, everything in the list. If a permit can be had faster with money, we have time.`,
  },
  {
    title: 'Whistle-blowing',
    emoji: '📣',
    description: 'Protected by law and by us',
    text: `Reports go to an outside lawyer. Your name does not reach us unless you want it to.`,
  },
  {
    title: 'Document control',
    emoji: '🗃️',
    description: 'Which text is valid',
    text: `What stands here is valid; a print is a copy. Every policy has an owner and a date of review in its [custom fields](org:custom-fields).`,
  },
];

export const fieldworkSafety: PageText[] = [
  {
    title: 'Before you go',
    emoji: '🦺',
    description: 'Plan, partner, weather',
    text: `- Two people. Always.
- The plan: where, who, back when, whom to call.
- Wind over 12 m/s or water over the mark: another day.
- Call in on arrival and departure.`,
  },
  {
    title: 'Working near water',
    emoji: '🌊',
    description: 'Jackets, lines, boots',
    text: `Life jacket from the moment you can fall in. Waders only with a belt. No work above fast water without a line. Know where you would get out, before you are in.`,
  },
  {
    title: 'Working at height',
    emoji: '🪜',
    description: 'Ladders, bridges, units',
    text: `Ladder up to three metres, harness above. Ask the owner to stop the traffic; cones alone stop nobody.`,
  },
  {
    title: 'Batteries and lightning',
    emoji: '⚡',
    description: 'Acid, gas, storms',
    text: `Open the box and wait a minute: batteries gas. Thunder heard means tools down; thirty minutes after the last you may go on.`,
  },
  {
    title: 'If it goes wrong',
    emoji: '🚑',
    description: 'Numbers and order',
    text: `1. Get yourself safe.
2. **112**, position from the station's card.
3. The duty number on the back of your badge.
4. Write it down the same day, near misses too.`,
  },
];

export const firstNinetyDays: PageText[] = [
  {
    title: 'Your first day',
    emoji: '🌅',
    description: 'Keys, laptop, lunch',
    text: `Somebody meets you at the door at nine. By noon you have keys, a laptop and a seat; lunch is with your team. In the afternoon you visit the test tank and get wet once.`,
  },
  {
    title: 'First week',
    emoji: '📅',
    description: 'People before tools',
    text: `- talk with each of your team, half an hour
- read [What we believe](space:handbook/what-we-believe)
- one day with field service
- sign in everywhere on the [list](page:accounts)`,
  },
  {
    title: 'Accounts',
    emoji: '🔐',
    description: 'What you get and from whom',
    text: `| System | Who | When |
| --- | --- | --- |
| e-mail, calendar | IT | first day |
| Tideline, rehearsal | platform team | first week |
| this documentation | your lead | first day |
| laboratory | head of laboratory | after the course |`,
  },
  {
    title: 'After ninety days',
    emoji: '🎯',
    description: 'A talk, both ways',
    text: `You tell us what surprised you. Bring three things that you would change; one of them you will.`,
  },
];

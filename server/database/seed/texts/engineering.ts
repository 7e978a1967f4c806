/* Incidents, architecture, duty and habits of the engineers. */
import type { PageText } from '../model/seed-data.ts';

export const incidentReviews: PageText[] = [
  {
    title: 'How we review',
    emoji: '🔍',
    description: 'Blameless, within five days',
    text: `A review tells what happened, what we understood at each moment, and what we change. It names roles, not people. Customers get the short version within two weeks.`,
  },
  {
    title: 'March: the flood nobody heard',
    emoji: '🌧️',
    description: 'Notifications late by 41 minutes',
    text: `**Impact.** 212 notifications for 17 customers were late, the longest by 41 minutes. No one was hurt; two pumps started late.

| Time (UTC) | What |
| --- | --- |
| 02:10 | SMS provider accepts messages and delivers none |
| 02:24 | queue alarm, acknowledged |
| 02:39 | provider's page still green; we wait |
| 02:51 | switched to the second provider |

**What we change.** The switch is automatic after three minutes without receipts. The [runbook](space:runbooks/platform/queue-is-full) says so.`,
  },
  {
    title: 'June: three hours of tomorrow',
    emoji: '🕐',
    description: 'Readings with a time in the future',
    text: `A network operator's clock jumped a day ahead. Perch believed it. Readings were stored under tomorrow's date and charts looked empty.

Fixed in [Perch 2.6.2](space:release-notes/perch-firmware/perch-2-6-2): a jump of more than a minute needs two sources.`,
  },
  {
    title: 'September: export filled the disk',
    emoji: '💽',
    description: 'Exports down for 95 minutes',
    text: `One customer exported nine years of one-minute readings, forty times, because the button gave no sign. Exports are now made once and shared; the button tells how long it will take.`,
  },
];

export const platformArchitecture: PageText[] = [
  {
    title: 'Overview',
    emoji: '🏗️',
    description: 'Seven services and two databases',
    text: `![Services](file:services.svg)

| Service | Language | Owns |
| --- | --- | --- |
| gate | Go | connections of gateways |
| ingest | Go | checks and stores readings |
| series | Go | queries over time |
| rules | Kotlin | alerts |
| notify | Kotlin | messages to people |
| portal | TypeScript | the application |
| api | TypeScript | the public interface |`,
  },
  {
    title: 'Storage',
    description: 'One table, many partitions',
    text: `Readings are in PostgreSQL, partitioned by week, compressed after three months. A series is read through one index on *(series, time)*. We tried two time-series databases and came back: the joins with quality and versions were slower than what they saved.`,
  },
  {
    title: 'Decisions',
    emoji: '🧭',
    description: 'Why it is as it is',
    text: `- **UTC inside, local time at the edge.** Two incidents taught us.
- **Quality beside the value, never instead of it.**
- **Idempotent everything.** Gateways repeat themselves for a living.
- **No shared tables between services.**`,
  },
  {
    title: 'Environments',
    description: 'Production, rehearsal, sandbox',
    text: `Rehearsal gets production's readings with a delay of an hour and without names. Sandbox is for customers and is emptied on Sundays.`,
  },
];

export const oncall: PageText[] = [
  {
    title: 'Who is on duty',
    emoji: '📟',
    description: 'Roster and numbers',
    text: `One engineer for the platform, one hydrologist, one for field service; each for a week, Tuesday 10:00 to Tuesday 10:00. The roster is in Tideline itself, under the station *Skerry HQ*. The numbers are on its card.`,
  },
  {
    title: 'What is expected',
    description: 'Ten minutes, sober, with a laptop',
    text: `Acknowledge within ten minutes. Be able to work within thirty. If you cannot, swap: a swap is entered, not promised.`,
  },
  {
    title: 'Pay and rest',
    description: 'Nobody works tired',
    text: `A week is paid as eleven hours, each call as at least one. After a call between midnight and six you start at noon. Three such nights in a week end your week; the second takes over.`,
  },
  {
    title: 'Handover',
    description: 'Ten minutes every Tuesday',
    text: `1. What is open?
2. What was strange?
3. Which runbook was wrong?
4. What is planned this week?`,
  },
];

export const engineeringPractices: PageText[] = [
  {
    title: 'From idea to Tuesday',
    emoji: '🛠️',
    description: 'How a change gets out',
    text: `1. A page of at most one page: problem, proposal, what else we thought of.
2. Two readers from another team.
3. Small changes behind a switch.
4. Out on Tuesday, for ourselves first.`,
  },
  {
    title: 'Reviews',
    description: 'Within a working day',
    text: `Review for what cannot be undone: interfaces, data, names. Leave style to the formatter. *Approve with remarks* is the normal case.`,
  },
  {
    title: 'Tests',
    description: 'The ones that pay',
    text: `A test that has never failed is not yet a test. Each incident leaves one behind. Field tests at the test weir run for a full tide.`,
  },
  {
    title: 'Documentation',
    description: 'Part of the change',
    text: `A change is done when its page is. Customers' pages are written in the change request that goes with the release, and reviewed by [Documentation](org:teams).`,
  },
];

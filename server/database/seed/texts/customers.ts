/* Support, sales and two customer projects. */
import type { PageText } from '../model/seed-data.ts';

export const supportPlaybook: PageText[] = [
  {
    title: 'How we help',
    emoji: '🎧',
    description: 'Answer, solve, learn',
    text: `The first answer is a person's, within two working hours, and contains either the solution or the next question. *We are looking into it* is neither.`,
  },
  {
    title: 'First questions',
    emoji: '❓',
    description: 'What to ask before you think',
    text: `- Which station, which serial number?
- Since when, and what happened then?
- What does the [status light](space:heron-guide/status-light) do?
- May we look into your organization?`,
  },
  {
    title: 'Frequent cases',
    emoji: '📚',
    description: 'Eight of ten',
    text: `| They say | It is | Answer |
| --- | --- | --- |
| no data | gateway without network | check SIM, then signal |
| no data, gateway fine | A and B swapped | [No readings](space:heron-guide/when-something-is-wrong/no-readings) |
| wrong level | datum | [Refer to a datum](space:heron-guide/install/refer-to-a-datum) |
| too many alarms | no way back set | [Rules](space:tideline-guide/alerts/rules) |`,
  },
  {
    title: 'Escalate',
    emoji: '📈',
    description: 'When it is not yours',
    text: `Wrong levels: hydrologist. Security: at once. Money: Helena. Press: nobody but Ingrid.`,
  },
  {
    title: 'Tone',
    emoji: '💬',
    description: 'Letters that we like',
    text: `Short, with their name and yours. Say what we did wrong before what they did. Attach the page, do not paste it.`,
  },
];

export const presales: PageText[] = [
  {
    title: 'How accurate is it?',
    emoji: '🎯',
    description: 'The honest answer',
    text: `±2 mm in still water. On a river, the site decides: one centimetre is good work. Show them [Accuracy](space:heron-reference/accuracy).`,
  },
  {
    title: 'Why not a pressure sensor?',
    description: 'It is cheaper',
    text: `Often it is right: in wells, under ice, in tiny streams. Radar wins where silt, floods or ships would bury or break a sensor. Say so; they will ask us again.`,
  },
  {
    title: 'What does it cost to run?',
    description: 'Per station and year',
    text: `Subscription, SIM, one visit, a twentieth of a battery. We have a [calculator](https://www.skerry.example/calculator).`,
  },
  {
    title: 'Can we host it ourselves?',
    description: 'Yes',
    text: `[Edge](space:tideline-edge). The functions are the same but public pages and SMS.`,
  },
];

export const aldersundHarbour: PageText[] = [
  {
    title: 'The project',
    emoji: '⚓',
    description: 'Eleven gauges, two buoys, one screen',
    text: `The harbour of Aldersund wants to let ships of 11 m draught in at any tide. For that it needs levels, waves and currents to the minute on the pilots' screens.

| Who | Role |
| --- | --- |
| Pieter Vos | harbour's project lead |
| Marit Solheim | pilots |
| Ruth Kimani | our lead |
| Rosa Álvarez | field service |`,
  },
  {
    title: 'Plan',
    description: 'Where we stand',
    text: `| Milestone | Due | State |
| --- | --- | --- |
| gauges 1 to 6 | May | done |
| Gannet north | July | done |
| gauges 7 to 11 | October | two permits missing |
| Gannet south | January | ordered |
| acceptance | March | |`,
  },
  {
    title: 'Stations',
    description: 'What hangs where',
    text: `Gauges 1 to 3 hang from the lock, 4 to 6 from pier A. The north buoy is in 16 m; its mooring is the [worked example](space:gannet-mooring/worked-example). Map: [harbour plan](file:harbour.svg).`,
  },
  {
    title: 'Minutes',
    description: 'Newest first',
    text: `**Tenth meeting.** Permit for gauge 7 expected next week. Pilots want the current at 4 m, not at 2. Decided: yes, from firmware 1.9.

**Ninth meeting.** Gauge 5 read 3 cm high for two days: a mooring line lay on the bracket.`,
  },
];

export const riverLorne: PageText[] = [
  {
    title: 'Flood warning for the Lorne',
    emoji: '🌧️',
    description: 'What the catchment authority bought',
    text: `Fourteen gauges, nine rain gauges, one model, and a promise: two hours before the water is in the street.`,
  },
  {
    title: 'Warning marks',
    description: 'Agreed with the three towns',
    text: `| Station | Yellow | Orange | Red |
| --- | --- | --- | --- |
| Upper Lorne | 1.20 m | 1.60 m | 2.00 m |
| Millbrae | 1.90 m | 2.30 m | 2.70 m |
| Lornemouth | 2.40 m | 2.90 m | 3.30 m |`,
  },
  {
    title: 'Last winter',
    description: 'How it went',
    text: `Six warnings, five floods. The sixth was ice at Millbrae; the [rule](space:tideline-guide/readings/quality-checks) now compares with the neighbour. Shortest lead: 1 h 52 min.`,
  },
];

import type { PageText } from '../model/seed-data.ts';

/** Release notes of Tideline and of the firmware. */
export const releaseNotes: PageText[] = [
  {
    title: 'Read me first',
    emoji: '🗞️',
    description: 'How we release and how we tell you',
    text: `Tideline is released every second Tuesday, Heron and Perch firmware when it is ready. Breaking changes of the API are announced ninety days ahead in [API versions](space:api-guide/versions-and-deprecation).

| Mark | Meaning |
| --- | --- |
| **New** | something you could not do before |
| **Better** | something that works better now |
| **Fixed** | something that was wrong |
| **Mind** | something that you may have to change |`,
  },
  {
    title: 'Tideline',
    emoji: '🌐',
    pages: [
      {
        title: 'Tideline 26.22',
        description: "Public pages in the station's own language",
        text: `- **New**: public pages follow the language of the station's country; Japanese and Arabic are new.
- **Better**: charts with a year of five-minute readings draw four times faster.
- **Fixed**: closing an alert from the phone's notification sometimes asked for the cause twice.`,
      },
      {
        title: 'Tideline 26.21',
        description: 'Rosters with gaps',
        text: `- **New**: a roster warns you when a week has an hour without anybody on duty.
- **Fixed**: exports to NetCDF named the time axis \`t\` in some files and \`time\` in others. It is \`time\`.`,
      },
      {
        title: 'Tideline 26.20',
        description: 'Late readings',
        text: `- **Better**: late readings no longer move the *last seen* of a station.
- **Mind**: the webhook \`reading.created\` carries \`late: true\` for them. See [Events](space:webhooks/events).`,
      },
      {
        title: 'Tideline 26.19',
        description: 'Rating curves, compared',
        text: `- **New**: lay two rating curves over each other and see where they differ by more than 5 %.
- **Fixed**: the map forgot its zoom.`,
      },
      {
        title: 'Tideline 26.18',
        description: 'Quality by neighbour',
        text: `- **New**: the [neighbour check](space:tideline-guide/readings/quality-checks).
- **Better**: quality can be edited for several series at once.`,
      },
      {
        title: 'Tideline 26.17',
        description: 'Quiet release',
        text: `- **Fixed**: twenty-three small things, most of them found by the harbour of Aldersund. Thank you.`,
      },
      {
        title: 'Tideline 26.16',
        description: 'API v2 leaves beta',
        text: `- **New**: [API v2](space:api-guide) is stable.
- **Mind**: v1 answers until the end of next June, with a \`Sunset\` header.`,
      },
      {
        title: 'Tideline 26.15',
        description: 'Second factor',
        text: `- **New**: passkeys.
- **Better**: sign-in links name the device that asked.`,
      },
      {
        title: 'Tideline 26.14',
        description: 'Station log',
        text: `- **New**: photographs in the station log keep their position and direction.
- **Fixed**: umlauts in file names of exports.`,
      },
    ],
  },
  {
    title: 'Heron firmware',
    emoji: '📡',
    pages: [
      {
        title: 'Heron 4.2.1',
        description: 'Tilt in the cold',
        text: `- **Fixed**: tilt was reported 2° too high below −20 °C, which set \`E03\` wrongly.
- Update time 4 minutes. Works with Perch 2.6 or later.`,
      },
      {
        title: 'Heron 4.2.0',
        description: 'Adaptive interval',
        text: `- **New**: [adaptive interval](space:heron-guide/measuring-intervals).
- **Better**: 15 % less power while asleep.`,
      },
      {
        title: 'Heron 4.1.3',
        description: 'Surge recovery',
        text: `- **Fixed**: after a surge on the supply, some gauges needed the power to be removed by hand.`,
      },
    ],
  },
  {
    title: 'Perch firmware',
    emoji: '📶',
    pages: [
      {
        title: 'Perch 2.7.0',
        description: 'Two SIMs',
        text: `- **New**: a second SIM is used after ten minutes without the first.
- **Better**: the bus scan takes 20 s instead of 70 s.`,
      },
      {
        title: 'Perch 2.6.2',
        description: 'Clock',
        text: `- **Fixed**: a leap of the network's clock made one reading of the future.`,
      },
      {
        title: 'Perch 2.6.0',
        description: 'Firmware for the bus',
        text: `- **New**: Heron gauges are updated through the Perch.`,
      },
    ],
  },
  {
    title: 'Retired',
    emoji: '🗄️',
    description: 'What no longer gets updates',
    text: `- Heron Mk I: [exchange programme](space:heron-mk1/exchange-programme)
- Perch 1: security fixes only, until next spring
- Tideline API v1: see [versions](space:api-guide/versions-and-deprecation)`,
  },
];

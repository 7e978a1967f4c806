import type { PageText } from '../model/seed-data.ts';

/** The user guide of the Heron river gauge. */
export const heronGuide: PageText[] = [
  {
    title: 'About this guide',
    emoji: '🌊',
    description: 'What Heron is, and which page answers which question',
    text: `Heron is a radar level gauge for rivers, canals and harbours. It hangs above the water, looks down, and measures the distance to the surface every few seconds. Nothing touches the water, so nothing fouls, freezes or is carried away.

This guide is for the people who install a gauge and look after it. If you integrate readings into your own systems, start with the [API guide](space:api-guide) instead.

| You want to | Read |
| --- | --- |
| mount a gauge for the first time | [Choose a site](page:install/choose-a-site), then [Mount the gauge](page:install/mount-the-gauge) |
| get readings into Tideline | [Connect to Tideline](page:connect-to-tideline) |
| understand an alarm on the gauge | [Status light](page:status-light) |
| send a gauge back | [Return a gauge](page:look-after-it/return-a-gauge) |

![A week of levels at the test weir](file:levels.png)

> The serial number is on the white label beside the connector. Have it ready when you call support.`,
  },
  {
    title: 'In the box',
    emoji: '📦',
    description: 'What is delivered, and what you bring',
    text: `Every Heron is delivered with:

- the gauge, with 10 m of cable
- a stainless bracket and four M8 bolts
- a levelling plate with a spirit level
- a calibration certificate, valid for 24 months
- a sachet of desiccant, already in place

You bring a 13 mm spanner, a ladder or a bridge inspection unit, and a staff gauge or a survey benchmark to refer the level to.

## Variants

| Order code | Range | Output | Power |
| --- | --- | --- | --- |
| HRN-15-S | 0.3 to 15 m | SDI-12 | 6 to 24 V |
| HRN-15-M | 0.3 to 15 m | Modbus RTU | 6 to 24 V |
| HRN-30-M | 0.3 to 30 m | Modbus RTU | 9 to 30 V |
| HRN-30-L | 0.3 to 30 m | LoRa, built-in antenna | internal battery, 5 years |`,
  },
  {
    title: 'Install',
    emoji: '🔩',
    pages: [
      {
        title: 'Choose a site',
        description: 'Where a radar gauge reads well',
        text: `A good site has calm water, a clear view straight down, and something rigid to hold the bracket.

## The beam

The beam opens 4° to each side. At a height *h* it lights a circle of about 0.14 × *h*: 0.7 m wide from 5 m up, 2.1 m from 15 m up. Keep piers, ladders and branches out of that circle, and remember that branches grow.

## Avoid

- standing waves below weirs and bridge piers
- water that freezes over before the gauge can see it rise
- bridges that swing or lift
- places where logs collect

## Height

Mount the gauge at least 0.5 m above the highest level you expect. The blind zone is 0.3 m; a gauge that gets nearer than that reports \`E04\` and keeps the last good value.

Ask the owner of the structure for permission in writing. Our [permit letter](space:heron-service/permits) is a start.`,
      },
      {
        title: 'Mount the gauge',
        description: 'Bracket, plumb line, torque',
        text: `1. Fix the bracket with all four bolts. Tighten to **18 N·m**; more bends the plate.
2. Hang the gauge with the arrow pointing downstream.
3. Turn the levelling plate until the bubble stands inside the inner ring. One degree off costs 2 mm at 10 m.
4. Lead the cable down in a drip loop, so that rain does not run to the connector.
5. Tie the cable every 50 cm.

![From the gauge to the screen](file:signal-path.svg)

Work above water needs two people and life jackets. The rules are in [Working near water](space:fieldwork-safety/working-near-water).

## Lightning

Bond the bracket to the structure's earth with at least 16 mm² copper. Where no earth is available, drive a rod and keep the lead under 3 m.`,
      },
      {
        title: 'Wire power and data',
        description: 'Colours, voltages, terminators',
        text: `| Wire | HRN-15-S | HRN-…-M |
| --- | --- | --- |
| red | + supply | + supply |
| black | ground | ground |
| white | SDI-12 data | RS-485 A |
| green | not used | RS-485 B |
| bare | shield, to earth at one end only | shield, to earth at one end only |

Put a 120 Ω resistor across A and B at the last device of an RS-485 line. Lines shorter than 20 m work without it, until the day they do not.

\`\`\`text
gauge ── white ──┬── A  gateway
gauge ── green ──┴── B  gateway
        (120 Ω here)
\`\`\`

A gauge that is powered but silent is nearly always A and B swapped.`,
      },
      {
        title: 'Refer to a datum',
        description: 'From a distance to a level',
        text: `A gauge measures the distance *d* down to the water. The level you publish is

\`\`\`text
level = datum offset − d
\`\`\`

Read the staff gauge at the same moment as the gauge and enter the sum as the datum offset. Do it three times in ten minutes and take the middle value. Write the offset, the date and your name into the station log.

> **Never** correct a datum by editing old readings. Add a new offset with its date; Tideline applies each one to its own period.`,
      },
    ],
  },
  {
    title: 'Connect to Tideline',
    emoji: '📡',
    description: 'Claim the gauge and see the first reading',
    text: `1. Sign in to Tideline and open **Stations → Add station**.
2. Scan the code on the label, or type the serial number.
3. Choose the gateway. A [Perch](space:perch-guide) finds a gauge on its bus within a minute.
4. Enter the datum offset from [Refer to a datum](page:install/refer-to-a-datum).

The first reading arrives after the next full interval. If none has come after fifteen minutes, work through [No readings](page:when-something-is-wrong/no-readings).`,
  },
  {
    title: 'Measuring intervals',
    emoji: '⏱️',
    description: 'How often to measure, and what it costs',
    text: `| Interval | Battery life (HRN-30-L) | Good for |
| --- | --- | --- |
| 1 min | 8 months | flash floods, research |
| 5 min | 26 months | flood warning |
| 15 min | 5 years | hydrology, water accounting |
| 60 min | 7 years | reservoirs |

Each reading is the median of 32 echoes, so a passing duck does not show. With **adaptive interval** on, the gauge goes to one minute by itself while the level changes faster than 2 cm in 5 minutes.`,
  },
  {
    title: 'Status light',
    emoji: '🚦',
    description: 'What the light beside the connector says',
    text: `| Light | Meaning | What to do |
| --- | --- | --- |
| one green blink at each reading | all is well | nothing |
| two green blinks | reading stored, not yet sent | wait for the next contact |
| slow red | no echo | look for ice, foam or a branch |
| fast red | supply under 6 V | check the battery |
| steady red | self-test failed | [return the gauge](page:look-after-it/return-a-gauge) |

The light sleeps ten minutes after power-on. Hold a magnet to the white dot to wake it.`,
  },
  {
    title: 'When something is wrong',
    emoji: '🩺',
    pages: [
      {
        title: 'No readings',
        description: 'From the supply to the gateway, in order',
        text: `Go through the list from the top; each step takes a minute.

1. Is the light blinking? If not, measure the supply at the gauge, not at the battery.
2. Is the gateway online in Tideline?
3. Do address and speed match? The factory setting is address \`1\`, 9600 baud, 8N1.
4. Swap A and B.
5. Unplug every other device on the bus.

Still silent: send us the output of the gateway's \`scan\` command and the serial number.`,
      },
      {
        title: 'Levels that jump',
        description: 'Foam, ice, trees and other things with an echo',
        text: `Jumps have a shape, and the shape tells the cause.

- **Single spikes**: boats, birds, debris. Set the filter to *median of 5*.
- **A step up that stays**: ice or a branch lies in the beam.
- **A slow wander of some centimetres by day**: the bridge bends in the sun. Move the bracket nearer to a pier.
- **Noise that grows with wind**: waves. That is the water, not the gauge; use a longer average.

Compare with the [winter checklist](page:!winter-checklist) before you drive out between November and March.`,
      },
      {
        title: 'Error codes',
        description: 'What E01 to E07 mean',
        text: `| Code | Meaning | Reading kept |
| --- | --- | --- |
| \`E01\` | no echo | no |
| \`E02\` | two echoes of equal strength | yes, the nearer |
| \`E03\` | gauge tilted by more than 5° | yes, flagged |
| \`E04\` | water inside the blind zone | last good value |
| \`E05\` | supply out of range | no |
| \`E06\` | clock not set | yes, without a time |
| \`E07\` | memory worn out | yes |

Codes are sent with the reading, in the field \`status\`.`,
      },
    ],
  },
  {
    title: 'Look after it',
    emoji: '🧽',
    pages: [
      {
        title: 'Yearly visit',
        description: 'Twenty minutes once a year',
        text: `- Wipe the lens with a wet cloth. No solvent, no scraper.
- Check the bubble and the four bolts.
- Cut back what has grown into the beam.
- Read the staff gauge and compare: more than 5 mm off needs a new datum offset.
- Look at the desiccant window: blue is dry, pink means a seal leaks.

Note what you did in the station log. The [service manual](space:heron-service) has the long version.`,
      },
      {
        title: 'Update the firmware',
        description: 'Over the air, or by cable',
        text: `Gauges behind a Perch update over the air: **Station → Device → Firmware → Update**. It takes four minutes, during which no readings are made; the gauge goes back to the old version by itself if the new one does not start.

By cable:

\`\`\`sh
tide device flash --port /dev/ttyUSB0 heron-4.2.1.bin
\`\`\`

Versions and their changes are listed in the [release notes](space:release-notes).`,
      },
      {
        title: 'Return a gauge',
        description: 'How to send one in for repair',
        text: `Ask for a return number first, through the [support portal](https://support.skerry.example/returns). Without it a parcel waits in goods-in.

1. Export the log: **Station → Device → Download log**.
2. Unplug, and put the cap on the connector.
3. Pack it in the original box; the lens must not carry weight.
4. Write the return number on the outside.

Repairs take eight working days in the house. A loan gauge is free under a service contract.`,
      },
    ],
  },
];

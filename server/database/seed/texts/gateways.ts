/* The Perch gateway, its power, and a retired gauge. */
import type { PageText } from '../model/seed-data.ts';

export const perchGuide: PageText[] = [
  {
    title: 'What a Perch does',
    emoji: '📶',
    description: 'One box between instruments and Tideline',
    text: `Perch collects from up to 32 instruments over RS-485, SDI-12 and LoRa, stores ninety days, and sends over LTE-M, satellite or Ethernet, whichever is cheapest and up.

![Data path](file:data-path.svg)`,
  },
  {
    title: 'Install a Perch',
    description: 'Mast, antenna, SIM',
    text: `1. Mount it upright, glands down, out of the midday sun.
2. Screw on the LTE antenna *before* power: the radio does not like an open end.
3. Insert the SIM until it clicks. SIMs bought from us are active at once.
4. Connect the battery, then the panel.

A blue light means connected. It takes up to three minutes the first time.`,
  },
  {
    title: 'Bus scan',
    description: 'Finding what is connected',
    text: `\`\`\`sh
tide gateway scan PRC-004711
\`\`\`

\`\`\`text
bus  addr  device      serial   firmware
A    1     HRN-15-M    012345   4.2.1
A    7     PLV-5       003310   2.0.4
B    0     (SDI-12)    SKERRY HRN15S
\`\`\`

Two devices with one address answer at once and look like noise. Change one of them with only that one connected.`,
  },
  {
    title: 'Store and forward',
    description: 'What happens without a network',
    text: `Readings wait in flash memory, oldest first, for ninety days at five-minute intervals. After a gap they are sent in blocks of 500; Tideline marks them *late* so that alerts do not fire for yesterday's flood.`,
  },
  {
    title: 'Firmware channels',
    description: 'Stable, early, held',
    text: `| Channel | Who | Delay |
| --- | --- | --- |
| \`stable\` | everybody | two weeks after early |
| \`early\` | volunteers and our own stations | none |
| \`held\` | stations under a regulator's type approval | until you release it |`,
  },
];

export const solarSizing: PageText[] = [
  {
    title: 'Rules of thumb',
    emoji: '🔋',
    description: 'Panel and battery in five minutes',
    text: `- Battery: ten days of consumption, doubled below −10 °C.
- Panel: watts = daily watt-hours ÷ 0.4 in southern Norway in December, ÷ 1.5 in Lisbon.
- Tilt: latitude + 15°.
- Birds sit on panels. Fit a spike strip.`,
  },
  {
    title: 'Worked examples',
    description: 'Three stations, calculated',
    text: `## Heron with Perch, five minutes, 62° north

| Part | mA average | Wh per day |
| --- | --- | --- |
| Heron | 0.3 | 0.1 |
| Perch | 9 | 2.6 |
| radio | 4 | 1.2 |
| **sum** | **13.3** | **3.9** |

Panel 10 W, battery 12 V 24 Ah.

## Plover added

The wiper and the sensors need 2.1 Wh more: panel 20 W, battery 40 Ah.

## Gannet

Built in; see [Alarms](space:gannet-guide/alarms) for what happens when it runs low.`,
  },
  {
    title: 'Winter',
    description: 'Snow, hoarfrost and short days',
    text: `Mount the panel vertical above 60° north: it gets 20 % less in summer and everything in winter, because snow does not lie on it. Lithium batteries must not be charged below 0 °C; ours refuse.`,
  },
  {
    title: 'Checking a battery',
    description: 'Volts lie, load does not',
    text: `Measure under a load of 1 A for a minute. Under 11.8 V the battery is tired. Write the value and the date on it with a pencil; next year you will be glad.`,
  },
];

export const heronMk1: PageText[] = [
  {
    title: 'About Mk I',
    emoji: '🗄️',
    description: 'Sold from 2013 to 2019',
    text: `Heron Mk I was a pulse radar of 26 GHz. Spare parts ended with last year's stock; we still answer questions and exchange units at a discount. The successor is described in the [Heron user guide](space:heron-guide).`,
  },
  {
    title: 'Wiring of Mk I',
    description: 'Different colours',
    text: `| Wire | Meaning |
| --- | --- |
| brown | + supply |
| blue | ground |
| white | 4–20 mA |

There is no digital output. The converter \`MK1-CONV\` makes SDI-12 of it.`,
  },
  {
    title: 'Exchange programme',
    description: 'Old for new',
    text: `Send the serial number to <exchange@skerry.example>. We send an HRN-15 with a bracket that fits the old holes, and take the old gauge back. The [price list](file:!exchange-2024.pdf) is being renewed.`,
  },
];

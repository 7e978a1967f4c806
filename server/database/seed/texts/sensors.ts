/* Service, water quality, calibration and choice of instruments. */
import type { PageText } from '../model/seed-data.ts';

export const heronService: PageText[] = [
  {
    title: 'Scope',
    emoji: '🧰',
    description: 'Who may open a gauge',
    text: `This manual is for technicians of Skerry and of service partners who have passed the two-day course. Opening a gauge without it ends the warranty.

Levels of repair:

| Level | Who | What |
| --- | --- | --- |
| 1 | customer | cleaning, cable, desiccant |
| 2 | service partner | seals, connector, battery pack |
| 3 | Ålesund | radar board, calibration |`,
  },
  {
    title: 'Tools and parts',
    description: 'What belongs in the van',
    text: `- torque driver 0.5 to 6 N·m, bits TX10 and TX20
- seal kit \`HRN-SK2\`, silicone grease
- USB service cable \`HRN-USB\`
- corner reflector, 150 mm
- tripod and laser distance meter

Parts are ordered by e-mail to <parts@skerry.example>. Give the serial number: seals changed with number 08 200.`,
  },
  {
    title: 'Open and close',
    description: 'Seals, torque, leak test',
    text: `1. Discharge yourself; the board is at earth potential.
2. Remove the six TX20 screws crosswise.
3. Lift the cap straight up. The ribbon is 60 mm long.
4. Always fit a new seal. Grease it so that it shines, no more.
5. Screws crosswise to **1.8 N·m**, then once around.
6. Leak test: 200 mbar under-pressure, at most 2 mbar lost in a minute.`,
  },
  {
    title: 'Check on the corner reflector',
    description: 'Is it still accurate?',
    text: `Set the reflector at 3.000 m and at 10.000 m by laser. The gauge must read within 3 mm at both. If both are off by the same amount, correct register 104; if they differ, it goes to Ålesund.

![Deviation before and after a board swap](file:deviation.png)`,
  },
  {
    title: 'Permits',
    description: 'Letters for bridge owners',
    text: `Bridge owners ask three things: what hangs there, what it weighs, who is liable. The letter answers them in that order.

> We ask for permission to mount a level gauge of 1.4 kg with four M8 anchors on the downstream face of … It carries no voltage above 24 V. Skerry Instruments is insured for damage up to 5 million euros.

Attach the [drawing](space:heron-reference/drawings) and the traffic plan.`,
  },
  {
    title: 'Service log',
    description: 'What to write down, and where',
    text: `Every visit is an entry in the station log in Tideline: date, people, weather, staff reading, gauge reading, what was changed, photographs. *Nothing done* is an entry too.`,
  },
];

export const plover: PageText[] = [
  {
    title: 'Plover at a glance',
    emoji: '🧪',
    description: 'A sonde for water quality',
    text: `Plover measures temperature, conductivity, dissolved oxygen, pH and turbidity through one 60 mm head. A wiper cleans the lenses before each reading.

| Sensor | Range | Accuracy | Life |
| --- | --- | --- | --- |
| temperature | −2 to 40 °C | ±0.02 K | 10 years |
| conductivity | 0 to 80 mS/cm | ±0.5 % | 10 years |
| dissolved oxygen | 0 to 25 mg/l | ±0.1 mg/l | cap: 2 years |
| pH | 2 to 12 | ±0.1 | 1 year |
| turbidity | 0 to 4000 NTU | ±2 % | 10 years |`,
  },
  {
    title: 'Calibrate in the field',
    description: 'Oxygen, pH and conductivity, in this order',
    text: `Work in the shade, with solutions at the temperature of the river.

1. **Oxygen**: wrap the head in a wet towel for ten minutes, set 100 %.
2. **pH**: rinse, buffer 7.00, rinse, buffer 10.01.
3. **Conductivity**: rinse three times with the standard itself, then set.

Keep the protocol: which bottle, which lot, which expiry. The [calibration lab](space:calibration) asks for it.`,
  },
  {
    title: 'Wiper and caps',
    description: 'The parts that wear',
    text: `Change the wiper blade when it leaves a streak. Change the oxygen cap after two years or when the reading in air is outside 97 to 103 %. Caps are stored moist.`,
  },
  {
    title: 'Sample beside it',
    description: 'Trust, but verify',
    text: `Take one bottle per visit within half a metre of the sonde and send it to an accredited laboratory. A sonde that agrees with the bottle twice a year is believed for the rest of it.`,
  },
];

export const calibration: PageText[] = [
  {
    title: 'The laboratory',
    emoji: '⚖️',
    description: 'What we calibrate and against what',
    text: `The laboratory in Ålesund is accredited to ISO/IEC 17025 for length (radar gauges) and temperature. Reference standards go to the national institute every 24 months.

| Quantity | Range | Uncertainty (k = 2) |
| --- | --- | --- |
| distance | 0.3 to 30 m | 0.6 mm |
| temperature | −5 to 40 °C | 8 mK |

This space is locked: changes go through a change request and the laboratory's head signs them.`,
  },
  {
    title: 'Procedure: radar gauges',
    description: 'CAL-07, edition 5',
    text: `1. Warm up for 60 minutes at 20 ± 1 °C.
2. Align on the 30 m bench; tilt under 0.05°.
3. Take 21 points up and 21 down, 100 readings each.
4. Fit offset and slope. Accept if the residual is under 1.2 mm at each point.
5. Write both into the gauge, repeat five points, print the certificate.

![Residuals of a typical gauge](file:residuals.png)`,
  },
  {
    title: 'Procedure: thermometers',
    description: 'CAL-02, edition 9',
    text: `Stirred bath, four points: 0, 10, 20 and 30 °C. Twenty minutes at each. The sensor, not the housing, is at the depth of the reference.`,
  },
  {
    title: 'Uncertainty budget',
    description: 'Where the 0.6 mm comes from',
    text: `| Source | Contribution |
| --- | --- |
| laser interferometer | 0.05 mm |
| bench straightness | 0.12 mm |
| air temperature | 0.08 mm |
| alignment | 0.15 mm |
| gauge repeatability | 0.20 mm |
| combined, k = 2 | **0.6 mm** |`,
  },
  {
    title: 'Non-conformities',
    description: 'What happens when a gauge fails',
    text: `Tag it red, open a case, put it on the red shelf. Two failures of one batch stop the batch. See [Corrective action](space:policies/quality-policy) for who decides.`,
  },
];

export const sensorsIndex: PageText[] = [
  {
    title: 'Which sensor?',
    emoji: '🧭',
    description: 'Pick by question',
    text: `| Question | Instrument |
| --- | --- |
| How high is the water? | [Heron](space:heron-guide) |
| How high are the waves, how strong is the current? | [Gannet](space:gannet-guide) |
| How clean is it? | [Plover](space:plover) |

More than one answer is normal: most stations carry two.`,
  },
  {
    title: 'Compatibility',
    description: 'What works with which gateway',
    text: `| | Perch 1 | Perch 2 | other loggers |
| --- | --- | --- | --- |
| Heron SDI-12 | yes | yes | yes |
| Heron Modbus | yes | yes | yes |
| Heron LoRa | no | yes | any LoRaWAN 1.0.4 network |
| Plover | yes | yes | Modbus |
| Gannet | – | – | has its own radio |`,
  },
  {
    title: 'Lifetimes',
    description: 'How long we build, repair and help',
    text: `Ten years from the last day of sale: parts and repair. Firmware for security: as long as a gauge can receive it. The dates are public, in the [life-cycle table](https://www.skerry.example/life-cycle).`,
  },
  {
    title: 'Glossary',
    description: 'Words of the trade',
    text: `- **Datum**: the zero to which a level refers.
- **Stage**: another word for level, in rivers.
- **Rating curve**: turns a stage into a flow.
- **Watch circle**: the area in which a moored buoy may swing.
- **Blind zone**: what is too near for the radar.`,
  },
];

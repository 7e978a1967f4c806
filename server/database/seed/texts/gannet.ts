/* The handbook of the Gannet buoy and the design of its moorings. */
import type { PageText } from '../model/seed-data.ts';

export const gannetGuide: PageText[] = [
  {
    title: 'Meet Gannet',
    emoji: '🛟',
    description: 'A buoy for harbours and shallow seas',
    text: `Gannet is a moored buoy of 0.9 m for waves, currents and water temperature in depths of 4 to 60 m. It reports over LTE-M, and over satellite when the coast is out of reach.

| Measures | Range | Accuracy |
| --- | --- | --- |
| significant wave height | 0 to 12 m | ±2 % |
| wave period | 1.5 to 25 s | ±0.1 s |
| current, 3 depths | 0 to 3 m/s | ±2 cm/s |
| temperature | −2 to 40 °C | ±0.05 K |

A buoy is as good as its mooring. Read [Mooring design](space:gannet-mooring) before you order chain.`,
  },
  {
    title: 'Prepare ashore',
    emoji: '🏗️',
    description: 'The day before deployment',
    text: `1. Charge to at least 90 %. The panels keep it there, they do not bring it there.
2. Switch on, wait for two transmissions in Tideline.
3. Check the lantern at dusk: yellow, one flash in five seconds.
4. Paint the hull's lower half; leave the sensor ring bare.
5. Photograph the shackles, moused and pinned.

Tell the harbour master and the national coordinator for notices to mariners **ten days** ahead.`,
  },
  {
    title: 'Deploy',
    emoji: '🚢',
    description: 'Anchor last',
    text: `![Order of work on deck](file:deployment.svg)

The buoy goes in first, then the mooring, the anchor last. Keep everybody out of the bight of the chain. A crew of three and a skipper is the minimum; wind under 8 m/s, sea under 1 m.

When the anchor is down, take the position three times within ten minutes and enter the mean as the station's position. The watch circle is computed from it and from the length of the mooring.`,
  },
  {
    title: 'Recover',
    emoji: '🪝',
    description: 'Getting it back with all its data',
    text: `Approach from leeward. Hook the lifting eye, never the lantern frame. Rinse with fresh water before anything dries on it, then download the raw data: only summaries go over the air.`,
  },
  {
    title: 'Alarms',
    emoji: '🚨',
    description: 'Adrift, tilted, dark',
    text: `| Alarm | Cause | First reaction |
| --- | --- | --- |
| \`ADRIFT\` | outside the watch circle for 10 minutes | call the harbour, then [the drill](space:runbooks/stations/buoy-adrift) |
| \`TILT\` | more than 30° for an hour | fouling or a collision |
| \`DARK\` | lantern current too low | a navigation hazard, report it |
| \`LOWBAT\` | under 11.4 V | interval is stretched to an hour |`,
  },
  {
    title: 'Fouling',
    description: 'What grows, and how to slow it down',
    text: `Growth adds weight and damps waves. In the North Sea plan a visit every nine months, in warm harbours every three. Copper rings around the sensors double that.`,
  },
];

export const gannetMooring: PageText[] = [
  {
    title: 'Principles',
    emoji: '⚓',
    description: 'Scope, weight, elasticity',
    text: `Three numbers decide a mooring: depth at the highest tide *D*, scope *S* (length over depth), and the weight on the bottom *W*.

| Depth | Scope | Bottom weight | Type |
| --- | --- | --- | --- |
| 4 to 10 m | 3.0 | 350 kg | all chain |
| 10 to 30 m | 2.5 | 500 kg | chain and rubber cord |
| 30 to 60 m | 1.8 | 750 kg | rope with float |

Waves are measured well only if the buoy can follow them. That is what the rubber cord is for.`,
  },
  {
    title: 'Parts list',
    description: 'From the buoy down',
    text: `1. Swivel, 19 mm, galvanized
2. Two metres of chain, 16 mm
3. Rubber cord, 15 m, stretches to 40 m
4. Rope, polypropylene below, polyester above
5. Ground chain, 22 mm
6. Sinker of cast iron or railway wheels

Mix no metals: a stainless shackle on galvanized chain eats it within a year.`,
  },
  {
    title: 'Worked example',
    description: 'Sixteen metres in the outer harbour',
    text: `Depth at chart datum 14 m, tidal range 2 m, so *D* = 16 m. Scope 2.5 gives 40 m: 2 m chain, 15 m cord, 13 m rope, 10 m ground chain. Radius of the watch circle:

\`\`\`text
r = sqrt(40² − 16²) + 10 % ≈ 40 m
\`\`\`

Enter 40 m in Tideline under **Station → Watch circle**.`,
  },
  {
    title: 'Inspection',
    description: 'What wears first',
    text: `Shackle pins, the swivel, and the last metre of chain above the ground. Replace chain at 80 % of its nominal thickness; measure with a calliper, never by eye.`,
  },
];

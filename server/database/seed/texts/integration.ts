/* Webhooks, data formats and the on-premises edition. */
import type { PageText } from '../model/seed-data.ts';

export const webhooks: PageText[] = [
  {
    title: 'How webhooks work',
    emoji: '🪝',
    description: 'We call you',
    text: `Give us an address, choose events, and we send a POST for each. Answer 2xx within ten seconds; do the work afterwards.

Add one under **Organization → Webhooks** or with the [command line](space:cli/commands).`,
  },
  {
    title: 'Events',
    description: 'What can be sent',
    text: `| Event | When |
| --- | --- |
| \`reading.created\` | readings were stored (at most 500 in one call) |
| \`reading.changed\` | quality or value was corrected |
| \`station.silent\` | nothing received for the set time |
| \`alert.opened\` | a rule became true |
| \`alert.acknowledged\` | somebody is looking |
| \`alert.closed\` | it is over |

\`\`\`json
{
  "id": "evt_8Qm2",
  "type": "alert.opened",
  "time": "2026-03-14T06:36:12Z",
  "data": { "alert": "alr_77", "rule": "Spring flood", "station": "weir-1", "value": 2.43 }
}
\`\`\``,
  },
  {
    title: 'Verify the signature',
    description: 'Is it really us?',
    text: `Each call carries \`Tideline-Signature: t=<seconds>,v1=<hex>\`. The hex is an HMAC-SHA-256 over \`t.body\` with your webhook's secret.

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

export function isOurs(header, body, secret) {
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  const mine = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest();
  return timingSafeEqual(mine, Buffer.from(v1, 'hex')) && Math.abs(Date.now() / 1000 - Number(t)) < 300;
}
\`\`\``,
  },
  {
    title: 'Retries',
    description: 'Nine times in a day',
    text: `A call that fails is repeated after 10 s, 1, 5 and 15 minutes, then 1, 2, 4, 8 and 12 hours. Then it is put aside; you find it under **Deliveries** for a week and can send it again by hand. Events may come twice and in another order: go by \`id\` and \`time\`.`,
  },
];

export const dataFormats: PageText[] = [
  {
    title: 'Choosing a format',
    emoji: '🗂️',
    description: 'CSV, NetCDF, OGP',
    text: `| Format | For | Keeps quality | Keeps history |
| --- | --- | --- | --- |
| CSV | spreadsheets | yes | no |
| NetCDF | models and archives | yes | no |
| OGP JSON | other gauge networks | yes | yes |

OGP is the open protocol kept by the [Open Gauge Foundation](https://opengauge.example).`,
  },
  {
    title: 'CSV',
    description: 'Columns and quotes',
    text: `\`\`\`csv
time,station,series,value,unit,quality
2026-03-14T06:35:00Z,weir-1,level,1.873,m,good
\`\`\`

UTF-8, comma, a header line, no thousands separators. Empty value with quality \`missing\` means that we know that we do not know.`,
  },
  {
    title: 'NetCDF',
    description: 'Conventions CF-1.10',
    text: `One file per station, one variable per series, quality as flag values with \`flag_meanings\`. The time axis is \`time\`, seconds since 1970 in UTC. Position and datum are global attributes.`,
  },
  {
    title: 'OGP JSON',
    description: 'Exchange with other networks',
    text: `OGP 1.2 documents carry stations, series and versions of readings. Import under **Organization → Exchange**; a dry run tells what would change.`,
  },
];

export const tidelineEdge: PageText[] = [
  {
    title: 'What Edge is for',
    emoji: '🏭',
    description: 'Tideline without the internet',
    text: `Edge is Tideline on a small server at the dam, the port or the control room. It keeps working when the line is cut, and hands everything on when it is back.

![Edge and cloud](file:edge.svg)`,
  },
  {
    title: 'Requirements',
    description: 'Small, but with two disks',
    text: `- 4 cores, 8 GB, two SSDs of 250 GB
- Debian 12, no other services
- outgoing 443 to \`edge.tideline.example\`, or none at all`,
  },
  {
    title: 'Install',
    description: 'Twenty minutes',
    text: `\`\`\`sh
sudo tide edge install --site aldersund --license ./license.txt
sudo tide edge status
\`\`\`

The first status takes a minute. It must say \`ready\`, \`replicating\` and the number of stations.`,
  },
  {
    title: 'Updates',
    description: 'You say when',
    text: `Edge never updates by itself. \`tide edge update --check\` tells what is new; the update takes five minutes, in which readings wait in the gateways.`,
  },
  {
    title: 'Disaster',
    description: 'When the box is gone',
    text: `Install on another machine with the same licence and \`--restore\`. It fetches the last copy from the cloud; what the gateways still hold follows by itself. Tried every spring in [this drill](space:runbooks/platform/restore-a-database).`,
  },
];

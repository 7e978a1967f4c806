/* The client libraries and the command line of Tideline. */
import type { PageText } from '../model/seed-data.ts';

export const sdkPython: PageText[] = [
  {
    title: 'Install',
    emoji: '🐍',
    description: 'Python 3.10 or newer',
    text: `\`\`\`sh
pip install tideline
\`\`\`

\`\`\`python
from tideline import Client

with Client() as tideline:  # takes TIDELINE_TOKEN from the environment
    print(tideline.station("weir-1").series("level").last())
\`\`\``,
  },
  {
    title: 'Readings as a data frame',
    description: 'With pandas',
    text: `\`\`\`python
frame = tideline.station("weir-1").series("level").frame("2026-03-01", "2026-04-01")
frame["value"].resample("1h").mean().plot()
\`\`\`

Readings of quality \`bad\` are left out unless \`quality="all"\`.`,
  },
  {
    title: 'Send readings',
    description: 'Buffered, in blocks',
    text: `\`\`\`python
with tideline.writer("weir-1", "level") as writer:
    for time, value in readings:
        writer.add(time, value)
\`\`\`

The writer sends blocks of 500, repeats what failed, and raises at the end if something was refused.`,
  },
  {
    title: 'Errors',
    description: 'Exceptions and what to do',
    text: `\`NotFound\`, \`Forbidden\`, \`Conflict\` and \`TooFast\` are what they say. \`TooFast\` is raised only after the client has waited three times by itself.`,
  },
];

export const sdkJs: PageText[] = [
  {
    title: 'Install',
    emoji: '🟨',
    description: 'Node 20 or a browser',
    text: `\`\`\`sh
npm install @tideline/client
\`\`\`

\`\`\`js
import { createClient } from '@tideline/client';

const tideline = createClient({ token: process.env.TIDELINE_TOKEN });
const last = await tideline.readings.last('weir-1', 'level');
\`\`\``,
  },
  {
    title: 'Pages of results',
    description: 'for await',
    text: `\`\`\`js
for await (const station of tideline.stations.all()) console.log(station.slug);
\`\`\`

Breaking out of the loop stops the requests.`,
  },
  {
    title: 'In the browser',
    description: 'Short-lived tokens only',
    text: `Never ship a token in a page. Let your server ask for a visitor token (\`POST /visitor-tokens\`), which lives for an hour and reads what you name.`,
  },
];

export const cli: PageText[] = [
  {
    title: 'Install tide',
    emoji: '⌨️',
    description: 'One binary',
    text: `\`\`\`sh
brew install skerry/tap/tide      # macOS
sudo apt install tide             # Debian and Ubuntu, after adding our source
\`\`\`

\`tide login\` opens the browser once. On a server, set \`TIDELINE_TOKEN\`.`,
  },
  {
    title: 'Commands',
    description: 'The ten you will use',
    text: `| Command | Does |
| --- | --- |
| \`tide stations\` | lists stations |
| \`tide last weir-1 level\` | the last reading |
| \`tide export weir-1 level --month 2026-03\` | CSV to standard output |
| \`tide send weir-1 level < readings.csv\` | sends readings |
| \`tide alerts --open\` | what is open now |
| \`tide ack alr_77\` | acknowledges |
| \`tide gateway scan PRC-004711\` | what is on the bus |
| \`tide device flash …\` | firmware by cable |
| \`tide webhook add …\` | adds a webhook |
| \`tide doctor\` | checks token, clock and network |`,
  },
  {
    title: 'Scripts',
    description: 'Exit codes and output',
    text: `\`--json\` on every command. Exit codes: 0 fine, 1 failed, 2 used wrongly, 3 not found, 4 no permission. Nothing but the result goes to standard output.`,
  },
];

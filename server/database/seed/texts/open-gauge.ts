/* The spaces of the Open Gauge Foundation. */
import type { PageText } from '../model/seed-data.ts';

export const ogpSpec: PageText[] = [
  {
    title: 'Open Gauge Protocol 1.2',
    emoji: '📜',
    description: 'How gauges and archives talk',
    text: `OGP is a small protocol to exchange stations, series and readings between networks that belong to different people. It is JSON over HTTPS, with signatures, and free to implement.

The words MUST, SHOULD and MAY are used as in RFC 2119.`,
  },
  {
    title: 'Data model',
    emoji: '🧩',
    description: 'Station, series, reading, version',
    text: `\`\`\`json
{
  "ogp": "1.2",
  "station": { "id": "no.aldersund.3", "position": [6.15, 62.47], "datum": "NN2000" },
  "series": [{ "kind": "level", "unit": "m", "readings": [["2026-03-14T06:35:00Z", 1.873, "good", 1]] }]
}
\`\`\`

A reading is time, value, quality, version. A receiver MUST keep the highest version and MAY keep the others.`,
  },
  {
    title: 'Transport',
    emoji: '🚚',
    description: 'Push, pull, both',
    text: `A sender pushes to \`/ogp/inbox\`; a receiver pulls from \`/ogp/outbox?since=\`. Both MUST accept gzip. Documents SHOULD be smaller than 1 MiB.`,
  },
  {
    title: 'Signatures',
    emoji: '✒️',
    description: 'Ed25519 over canonical JSON',
    text: `The key of a network is published at \`/.well-known/ogp.json\`. A document without a valid signature MUST be refused with 401.`,
  },
  {
    title: 'Changes',
    emoji: '🧾',
    description: '1.0 to 1.2',
    text: `- **1.2**: versions of readings, quality \`missing\`.
- **1.1**: gzip required.
- **1.0**: first publication.`,
  },
];

export const ogpContributing: PageText[] = [
  {
    title: 'How to contribute',
    emoji: '🤲',
    description: 'Issues, proposals, patience',
    text: `Small corrections: a change request here. Changes of the protocol: a proposal of at most two pages, discussed for thirty days.`,
  },
  {
    title: 'Code of conduct',
    emoji: '🕊️',
    description: 'Be kind, be exact',
    text: `We argue about fields, not about people. Write to <conduct@opengauge.example>; two people read it.`,
  },
  {
    title: 'Test vectors',
    emoji: '🧪',
    description: 'Twenty documents every implementation must pass',
    text: `Ten are right, ten are wrong in one place each. \`gaugekit verify\` runs all. A failing vector is a bug in the implementation until proved otherwise.`,
  },
];

export const ogpGovernance: PageText[] = [
  {
    title: 'Charter',
    emoji: '🏛️',
    description: 'What the foundation is for',
    text: `The foundation keeps the protocol, its test vectors and the library *gaugekit*. It takes no money from one member above a fifth of the budget.`,
  },
  {
    title: 'Board',
    emoji: '👥',
    description: 'Five seats',
    text: `Three elected by members, two by contributors, for two years. Minutes are public within ten days.`,
  },
  {
    title: 'Elections',
    emoji: '🗳️',
    description: 'Each November',
    text: `Candidates write one page. Votes are counted by two members who do not stand.`,
  },
];

export const gaugekit: PageText[] = [
  {
    title: 'gaugekit',
    emoji: '🧰',
    description: 'The reference library',
    text: `\`\`\`sh
cargo add gaugekit        # Rust
pip install gaugekit      # Python
\`\`\`

Reads, writes, signs and verifies OGP 1.0 to 1.2.`,
  },
  {
    title: 'Command line',
    emoji: '⌨️',
    description: 'verify, convert, sign',
    text: `\`\`\`sh
gaugekit verify station.json
gaugekit convert --from csv --to ogp readings.csv > station.json
\`\`\``,
  },
  {
    title: 'Releases',
    emoji: '🏷️',
    description: 'What is new',
    text: `- **0.9**: versions of readings
- **0.8**: streaming of large documents
- **0.7**: faster canonical JSON`,
  },
];

export const gaugeGrants: PageText[] = [
  {
    title: 'Small grants',
    emoji: '🌱',
    description: 'Up to 3,000 euros for open gauges',
    text: `For schools, clubs and towns that put up a gauge and share its readings. Two rounds a year.`,
  },
  {
    title: 'How to apply',
    emoji: '📝',
    description: 'One page',
    text: `Where, what, who looks after it, what happens after two years. The [form](https://opengauge.example/grants) takes half an hour.`,
  },
  {
    title: 'Given so far',
    emoji: '🎁',
    description: 'Nine gauges',
    text: `| Where | What |
| --- | --- |
| Wairoa | tide gauge of the school |
| Cluj | three gauges on the Someș |
| Nakuru | lake level |`,
  },
];

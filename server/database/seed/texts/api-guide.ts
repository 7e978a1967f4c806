import type { PageText } from '../model/seed-data.ts';

/** The guide to the Tideline API. */
export const apiGuide: PageText[] = [
  {
    title: 'Introduction',
    emoji: '👋',
    description: 'What the Tideline API can do',
    text: `The Tideline API gives programs what people have in the application: stations, series, readings, rules and alerts. It speaks JSON over HTTPS at

\`\`\`text
https://api.tideline.example/v2
\`\`\`

Start with [Quick start](page:quick-start). The complete list of operations is in the [reference](page:reference).`,
  },
  {
    title: 'Quick start',
    emoji: '⚡',
    description: 'The last reading in one minute',
    text: `1. Make a token under **You → API tokens** with the scope \`readings:read\`.
2. Ask:

\`\`\`sh
curl -H "Authorization: Bearer $TIDELINE_TOKEN" \\
  "https://api.tideline.example/v2/stations/aldersund-3/series/level/readings?last=1"
\`\`\`

3. Read:

\`\`\`json
{
  "items": [{ "time": "2026-03-14T06:35:00Z", "value": 1.873, "unit": "m", "quality": "good" }]
}
\`\`\`

SDKs for [Python](space:sdk-python) and [JavaScript](space:sdk-js) do the same with less typing.`,
  },
  {
    title: 'Authentication',
    emoji: '🔑',
    description: 'Tokens, scopes, expiry',
    text: `Send \`Authorization: Bearer <token>\` with every request. Tokens begin with \`tl_live_\` or \`tl_test_\`; test tokens see only the sandbox organization.

| Scope | Allows |
| --- | --- |
| \`stations:read\` | list and read stations |
| \`stations:write\` | create and change stations |
| \`readings:read\` | read series and readings |
| \`readings:write\` | send readings |
| \`alerts:write\` | acknowledge and close |

A token lives for at most a year. Thirty days before the end its owner gets a message.`,
  },
  {
    title: 'Concepts',
    emoji: '🧩',
    pages: [
      {
        title: 'Stations and series',
        description: 'Identifiers that people can read',
        text: `A station has a slug (\`aldersund-3\`), unique in your organization. A series has a kind (\`level\`, \`flow\`, \`temperature\` …) and, where there are several, a suffix (\`level-2\`). Both can be renamed; the old name redirects for a year.`,
      },
      {
        title: 'Readings',
        description: 'Value, time, quality',
        text: `\`time\` is the end of the measuring interval, in UTC. \`value\` is in the unit of the series. \`quality\` is one of \`good\`, \`suspect\`, \`bad\`, \`missing\`. Readings are unique by series and time: sending one again replaces it, with a new version.`,
      },
      {
        title: 'Units',
        description: 'Metres, seconds, no feet',
        text: `Values are stored in SI units. Ask with \`?unit=ft\` and the answer is converted; what you send is never converted.`,
      },
      {
        title: 'Pages of results',
        description: 'Cursors, not numbers',
        text: `Lists answer at most 1,000 items and a \`next\` cursor. Pass it as \`cursor\`. Cursors are good for a day. Do not build them yourself.`,
      },
      {
        title: 'Errors',
        description: 'One shape for all',
        text: `\`\`\`json
{ "error": { "code": "not_found", "message": "No station has the slug aldersund-9.", "request": "req_5Kx" } }
\`\`\`

| Status | When |
| --- | --- |
| 400 | the request makes no sense |
| 401 | no token, or an old one |
| 403 | the scope is missing; the message names it |
| 404 | not there, or not yours |
| 409 | somebody changed it meanwhile |
| 429 | too fast, see [Rate limits](page:concepts/rate-limits) |`,
      },
      {
        title: 'Rate limits',
        description: '600 requests a minute',
        text: `Each token has 600 requests per minute. \`X-RateLimit-Remaining\` counts down. When it is 0 the answer is 429 with \`Retry-After\`. Sending readings in blocks of 500 counts as one request.`,
      },
    ],
  },
  {
    title: 'How to',
    emoji: '🛠️',
    pages: [
      {
        title: 'Send readings',
        description: 'In blocks, again if unsure',
        text: `\`\`\`sh
curl -X POST https://api.tideline.example/v2/readings \\
  -H "Authorization: Bearer $TIDELINE_TOKEN" -H "Content-Type: application/json" \\
  -d '{"station":"weir-1","series":"level","readings":[{"time":"2026-03-14T06:35:00Z","value":1.87}]}'
\`\`\`

The answer names what was stored, replaced and refused. A block is stored as a whole or not at all.`,
      },
      {
        title: 'Follow new readings',
        description: 'Webhooks or long polling',
        text: `Use [webhooks](space:webhooks) when you can receive, and \`GET /readings/changes?since=…\` when you cannot. The latter waits up to 30 seconds for news.`,
      },
      {
        title: 'Import history',
        description: 'Ten years in an evening',
        text: `Sort by time, send month by month, keep to blocks of 500 and four requests at a time. A year of five-minute readings takes about four minutes.`,
      },
      {
        title: 'Migrate from v1',
        description: 'What changed',
        text: `| v1 | v2 |
| --- | --- |
| \`/sites\` | \`/stations\` |
| local time | UTC |
| page numbers | cursors |
| \`flag\` 0, 1, 2 | \`quality\` good, suspect, bad |
| XML on request | JSON only |

Both can be used side by side with the same token.`,
      },
    ],
  },
  {
    title: 'Reference',
    emoji: '📚',
    description: 'All operations, from the specification',
    spec: 'tideline-api',
    text: `This page is made from the [API specification](org:api-specs/tideline-api). Choose a version above to see older ones.`,
  },
  {
    title: 'Versions and deprecation',
    emoji: '📅',
    description: 'How long things stay',
    text: `A version lives for at least three years. What will go is marked \`deprecated\` in the specification, answers with a \`Sunset\` header, and is listed here.

| What | Until | Instead |
| --- | --- | --- |
| API v1 | end of next June | v2 |
| \`GET /stations/{slug}/latest\` | end of next September | \`readings?last=1\` |`,
  },
  {
    title: 'Status and support',
    emoji: '🛟',
    description: 'Where to look when it does not answer',
    text: `Look at the [status page](https://status.tideline.example) first. Write to <api@skerry.example> with the \`request\` of the error; it lets us find your call among a hundred million others.`,
  },
];

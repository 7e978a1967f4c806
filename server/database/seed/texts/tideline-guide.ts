import type { PageText } from '../model/seed-data.ts';

/** The user guide of the Tideline platform. */
export const tidelineGuide: PageText[] = [
  {
    title: 'What Tideline is',
    emoji: '🌐',
    description: 'Stations, series, alerts in one place',
    text: `Tideline receives readings from instruments, checks them, keeps them, draws them, and wakes people up when the water does something it should not.

![The life of a reading](file:reading-life.svg)

Four words carry the rest of this guide:

| Word | Meaning |
| --- | --- |
| **Station** | a place with instruments |
| **Series** | one quantity at one station over time |
| **Reading** | a value, a time and a quality |
| **Rule** | what must be true for an alert |`,
  },
  {
    title: 'First steps',
    emoji: '🚀',
    pages: [
      {
        title: 'Sign in',
        description: 'By e-mail or through your organization',
        text: `Open \`https://app.tideline.example\` and enter your work address. If your organization uses single sign-on, you are sent there. Otherwise you get a link by e-mail that works once, for fifteen minutes.

Turn on a second factor under **You → Security**. Administrators can make it compulsory.`,
      },
      {
        title: 'Your first station',
        description: 'From serial number to curve',
        text: `1. **Stations → Add station**, scan the label.
2. Place the pin on the map; drag it to the bank, not to the middle of the river.
3. Choose a time zone. Readings are stored in UTC and shown in the station's zone.
4. Wait for the first reading.

Then set [quality checks](page:readings/quality-checks) before you set alerts; otherwise the first bird will call you at night.`,
      },
      {
        title: 'Invite colleagues',
        description: 'Roles and what they see',
        text: `| Role | Sees | Changes |
| --- | --- | --- |
| Viewer | stations shared with them | nothing |
| Operator | all stations | acknowledges alerts, writes the log |
| Hydrologist | all stations | quality, rating curves, datum |
| Owner | everything | people and billing |`,
      },
    ],
  },
  {
    title: 'Readings',
    emoji: '📈',
    pages: [
      {
        title: 'Charts',
        description: 'Zoom, compare, annotate',
        text: `Drag to zoom, double-click to go back. Hold \`Shift\` and drag to measure a difference. **Compare** lays another series over this one, shifted by the travel time if you enter it.

Notes made on a chart belong to the station log and are shown to everybody who may see the station.`,
      },
      {
        title: 'Quality checks',
        description: 'Range, step, stuck, neighbour',
        text: `Each reading is checked when it arrives. A failed check changes the quality, never the value.

| Check | Fails when | Quality |
| --- | --- | --- |
| range | outside the limits | \`bad\` |
| step | changed faster than possible | \`suspect\` |
| stuck | the same value for too long | \`suspect\` |
| neighbour | disagrees with up- and downstream | \`suspect\` |

Alerts ignore \`bad\`, and wait one more reading on \`suspect\`.`,
      },
      {
        title: 'Correct readings',
        description: 'With a reason, and never silently',
        text: `Select a period, choose **Edit quality** or **Shift by**, and write why. The original stays; *Show raw* brings it back. Exports say which they contain.`,
      },
      {
        title: 'Rating curves',
        description: 'From level to flow',
        text: `A rating curve is a table of measured pairs and a formula between them:

\`\`\`text
Q = a · (h − h0)^b
\`\`\`

Each curve has a period of validity. After a flood that moved the bed, start a new one on the day of the peak.`,
      },
      {
        title: 'Export',
        description: 'CSV, NetCDF, or by API',
        text: `**Series → Export** gives CSV (one row per reading) or NetCDF. Files over a million readings are made in the background; you get a link that lives for a week. For regular exports use the [API](space:api-guide).`,
      },
    ],
  },
  {
    title: 'Alerts',
    emoji: '🔔',
    pages: [
      {
        title: 'Rules',
        description: 'Thresholds, rates, silence',
        text: `A rule watches one series:

- **Threshold**: level above 2.40 m for 10 minutes
- **Rate**: rising faster than 30 cm per hour
- **Silence**: nothing received for 45 minutes

Set the way back lower than the way up (2.30 m for 2.40 m), or a wave will send forty messages.`,
      },
      {
        title: 'Who is told',
        description: 'Rosters, escalation, quiet hours',
        text: `A rule names a roster, not a person. A roster is a week of shifts. If nobody acknowledges within the first step, the next is called:

1. push and SMS to the one on duty
2. after 5 minutes, a phone call
3. after 15 minutes, the second on duty
4. after 30 minutes, everybody in the roster`,
      },
      {
        title: 'Acknowledge and close',
        description: 'What the buttons mean',
        text: `**Acknowledge** stops the escalation: someone is looking. **Close** ends the alert and asks for a cause. A closed alert opens again by itself if the condition comes back within an hour.`,
      },
      {
        title: 'Test an alert',
        description: 'Without frightening the valley',
        text: `**Rule → Send a test** calls the roster with the word TEST in front. Do it after every change of a roster and on the first Monday of the quarter.`,
      },
    ],
  },
  {
    title: 'Public pages',
    emoji: '📢',
    description: 'Show levels to the public',
    text: `Every station can have a public page without sign-in: the current level, the last week, and the warning marks. Choose which series are shown; \`suspect\` and \`bad\` readings are left out for the first hour.

Embed it:

\`\`\`html
<iframe src="https://public.tideline.example/s/aldersund-3" title="Level at Aldersund 3"></iframe>
\`\`\``,
  },
  {
    title: 'Organization',
    emoji: '🏢',
    pages: [
      {
        title: 'People and roles',
        description: 'Add, change, remove',
        text: `Owners add people one by one or by domain. Removing somebody ends their sessions at once; the notes that they wrote stay.`,
      },
      {
        title: 'Single sign-on',
        description: 'SAML in four fields',
        text: `Enter the entity id, the sign-in address and the certificate of your identity provider, and copy our three values into it. Test with one account before you enforce it for all.`,
      },
      {
        title: 'Billing',
        description: 'Stations are counted, readings are not',
        text: `You pay per station and month. A station that has sent nothing for a whole month is free. Invoices are under **Organization → Billing**.`,
      },
    ],
  },
  {
    title: 'Keyboard',
    emoji: '⌨️',
    description: 'For those who never let go of it',
    text: `| Key | Does |
| --- | --- |
| \`/\` | search |
| \`g\` \`s\` | go to stations |
| \`g\` \`a\` | go to alerts |
| \`a\` | acknowledge the selected alert |
| \`←\` \`→\` | earlier, later |
| \`?\` | all keys |`,
  },
];

import type { PageText } from '../model/seed-data.ts';

/** What the people on duty do at night. */
export const runbooks: PageText[] = [
  {
    title: 'How to use a runbook',
    emoji: '📕',
    description: 'Calm, one step at a time',
    text: `A runbook is for half past three at night. Each has the same four parts: what it means, look, fix, afterwards. If a step surprises you, stop and call the second on duty; nobody has ever been blamed for that.

Improve a runbook the day after you used it, by a change request.`,
  },
  {
    title: 'Platform',
    emoji: '🖥️',
    pages: [
      {
        title: 'Ingest is behind',
        description: 'Alert `ingest_lag_seconds > 120`',
        text: `**Means.** Readings arrive faster than they are stored. Alerts to customers are late.

## Look
1. Dashboard *Ingest*: one partition, or all?
2. One: a poison message. All: the database or the network.

## Fix

- One: \`ingest skip --partition N --to next\`, keep the message.
- Database slow: [Slow database](page:platform/slow-database).

## Afterwards
Tell support if it was more than five minutes. Attach the message to the incident.`,
      },
      {
        title: 'Slow database',
        description: 'Alert `db_p99_ms > 250`',
        text: `**Means.** Something holds locks or reads a whole table.

## Look

\`\`\`sql
select pid, now() - query_start as for, state, left(query, 80)
from pg_stat_activity where state <> 'idle' order by 2 desc limit 10;
\`\`\`

## Fix

- A report of ours: end it with \`pg_terminate_backend(pid)\`.
- A vacuum: let it run.
- None of these: fail over, [Switch to the standby](page:platform/switch-to-the-standby).`,
      },
      {
        title: 'Switch to the standby',
        description: 'Two people, eight minutes',
        text: `1. Say in the incident channel that you are going to.
2. \`pgctl status\`: lag must be under 10 s.
3. \`pgctl switch --to standby-1\`.
4. Watch ingest come back.
5. Rebuild the old primary the next morning, not now.`,
      },
      {
        title: 'Restore a database',
        description: 'The drill we do each spring',
        text: `From the nightly copy and the log since then. Takes 70 minutes for the large one. The drill's protocol is in [Audits](space:audit-evidence/backup-drills).`,
      },
      {
        title: 'Certificate runs out',
        description: 'Alert `cert_days_left < 14`',
        text: `Certificates renew themselves at 30 days. Less than 14 means that renewal failed twice. Nearly always a DNS record was moved. Renew by hand with \`certctl renew NAME\`, then find the record.`,
      },
      {
        title: 'Queue is full',
        description: 'Alert `queue_depth > 50k`',
        text: `Notifications wait. Check the SMS provider's status page; switch with \`notify route sms --via second\` if it is theirs.`,
      },
      {
        title: 'Disk fills',
        description: 'Alert `disk_free < 10 %`',
        text: `Old exports are the usual cause: \`exports purge --older-than 8d\`. Never delete by hand below \`/var/lib/tideline\`.`,
      },
    ],
  },
  {
    title: 'Stations',
    emoji: '📍',
    pages: [
      {
        title: 'Many stations silent',
        description: 'Alert `silent_ratio > 5 %`',
        text: `One operator's network, or one firmware version? Group by both on the dashboard *Fleet*. If it is an operator, put a notice on the status page within 15 minutes and wait: gateways keep ninety days.`,
      },
      {
        title: 'Buoy adrift',
        description: 'Alarm `ADRIFT`',
        text: `**Means.** A Gannet has left its watch circle.

1. Call the harbour master on the station's card.
2. Set the position interval to 1 minute.
3. Tell the customer's duty officer. They decide about a boat.
4. Mark readings as \`suspect\` from the moment it left.`,
      },
      {
        title: 'A gauge sends nonsense',
        description: 'Values outside any river',
        text: `Set the series to *held*: alerts wait, readings are kept. Look at the echo curve. Foam in spring, ice in winter, a bird in May. Tell the customer what you see, not what you think.`,
      },
      {
        title: 'Firmware roll-out stops',
        description: 'Alert `rollout_failures > 3`',
        text: `The roll-out has stopped itself. Gauges that failed are on the old version and working. Note the version and hardware revision of each failure and hand over to the sensors team in the morning.`,
      },
    ],
  },
  {
    title: 'Customers',
    emoji: '☎️',
    pages: [
      {
        title: 'A customer reports wrong levels',
        description: 'First hour',
        text: `Ask three things: which station, since when, compared with what. Do not touch the datum. Put the series on the watch list and call the [hydrologist on duty](space:oncall/who-is-on-duty).`,
      },
      {
        title: 'Data protection request',
        description: 'Somebody wants their data',
        text: `Forward to <privacy@skerry.example> within the day. Do not answer yourself, do not delete anything. The clock is thirty days.`,
      },
      {
        title: 'Something is public that should not be',
        description: 'Unpublish, then think',
        text: `1. Turn the public page off.
2. Clear the edge cache: \`edge purge --site NAME\`.
3. Write down who asked and when.
4. [Security incident](space:security/incidents).`,
      },
    ],
  },
  {
    title: 'Old runbooks',
    emoji: '🗄️',
    description: 'Kept for reference',
    hidden: true,
    text: `The runbooks of the first data centre are in the [wiki export](file:!wiki-2019.zip). They no longer apply.`,
  },
];

/* Information security, audits and suppliers. */
import type { PageText } from '../model/seed-data.ts';

export const security: PageText[] = [
  {
    title: 'Principles',
    emoji: '🛡️',
    description: 'Least, logged, rehearsed',
    text: `Everybody gets the least that works, everything that matters is logged, and what we rely on is rehearsed. Questions: <security@skerry.example>, answered within a day.`,
  },
  {
    title: 'Access',
    emoji: '🔑',
    description: 'Who gets what, and until when',
    text: `Access follows the team. It is reviewed each quarter by the team's owner; what nobody confirms is removed. Administrators use a key, not a phone.`,
  },
  {
    title: 'Incidents',
    emoji: '🚨',
    description: 'The first hour',
    text: `1. Say it in \`#incident\`. A false alarm costs nothing.
2. Somebody takes the lead and says so.
3. Keep evidence: no reboots, no cleaning.
4. Contain.
5. The lead calls legal within the hour if personal data may be out.

Afterwards there is a review, as for [any other incident](space:incident-reviews/how-we-review).`,
  },
  {
    title: 'Lost devices',
    emoji: '💻',
    description: 'Within the hour',
    text: `Call the duty number. We lock and wipe; you get another by courier. Nobody is blamed for losing a laptop, only for keeping quiet.`,
  },
  {
    title: 'Suppliers',
    emoji: '🤝',
    description: 'Before we sign',
    text: `What they see decides how closely we look; see [Supplier reviews](space:supplier-reviews).`,
  },
];

export const auditEvidence: PageText[] = [
  {
    title: 'Scope of the audit',
    emoji: '📋',
    description: 'ISO/IEC 27001, autumn 2026',
    text: `Tideline's operation in both regions, the offices in Ålesund and Galway, and the calibration laboratory. Not in scope: customers' own Edge installations.`,
  },
  {
    title: 'Statement of applicability',
    description: 'Extract',
    text: `| Control | Applies | Evidence |
| --- | --- | --- |
| A.5.15 Access control | yes | quarterly reviews |
| A.5.23 Cloud services | yes | [Supplier reviews](space:supplier-reviews) |
| A.7.4 Physical monitoring | yes | door log, Ålesund |
| A.8.13 Backup | yes | [Drills](page:backup-drills) |`,
  },
  {
    title: 'Backup drills',
    description: 'Protocols',
    text: `| Date | What | Took | Result |
| --- | --- | --- | --- |
| April | large database, whole | 68 min | complete |
| April | one station, from Edge | 11 min | complete |
| September | region lost, on paper | 2 h | three findings |`,
  },
  {
    title: 'Findings',
    description: 'What the auditor saw last time',
    text: `Two minor ones: visitors' badges not numbered (closed), and a runbook without an owner (closed by custom fields). None open.`,
  },
];

export const supplierReviews: PageText[] = [
  {
    title: 'How we review',
    emoji: '🔎',
    description: 'Three questions',
    text: `What do they see? What if they fail? How do we leave? The depth follows from the answers.`,
  },
  {
    title: 'SMS providers',
    description: 'Two, on purpose',
    text: `First: delivers in 4 s on average, incident in March. Second: 9 s, dearer by a third, used automatically since then. Both process in the EU.`,
  },
  {
    title: 'Hosting',
    description: 'Two regions, one contract',
    text: `Review in February: certificate valid, exit tested with one table, prices fixed until 2028.`,
  },
  {
    title: 'Satellite',
    description: 'One, for lack of others',
    text: `Terms changed in May: minimum per terminal. We told 14 customers. Watch: a second operator starts service next year.`,
  },
];

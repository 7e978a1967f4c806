import type { CommentSeed } from '../model/seed-data.ts';
import { thread } from '../model/thread.ts';

const runbook = (page: string, block?: string) => ({ space: 'runbooks', page, block });
const book = (page: string, block?: string) => ({ space: 'handbook', page, block });

/** Comments on the spaces about operations, the company and its customers. */
export const companyComments: CommentSeed[] = [
  thread({ space: 'runbooks' }, 'kwame.mensah', 18.9, 'Could each runbook carry the date of its last use?', {
    replies: [
      { by: 'emma.rasmussen', ago: 18.3, text: 'A custom field per page does not exist. In the text, then.' },
    ],
  }),
  thread(
    runbook('platform/ingest-is-behind', '- One:'),
    'jihoon.park',
    12.1,
    '`--to next` skips one message. Twice last night it needed three.',
    { reactions: { '😴': ['oluwaseun.adeyemi'] } },
  ),
  thread(runbook('platform/slow-database'), 'chen.wei', 23.9, 'Never terminate `autovacuum`. Somebody did.', {
    replies: [
      { by: 'minh.nguyen', ago: 23.6, text: 'It was me. Sorry. It says “let it run” and I read “kill it”.' },
      {
        by: 'chen.wei',
        ago: 23.5,
        text: 'Then the page is wrong, not you.',
        reactions: { '❤️': ['minh.nguyen', 'emma.rasmussen', 'kwame.mensah'] },
      },
    ],
  }),
  thread(
    runbook('platform/queue-is-full', 'Notifications wait.'),
    'eero.virtanen',
    6.3,
    'The command is `notify route set sms` since last week.',
    { resolved: { by: 'oluwaseun.adeyemi', ago: 5.6 } },
  ),
  thread(
    runbook('platform/disk-fills'),
    'marta.zielinska',
    20.6,
    'Exports will move to a volume of their own on Thursday. I shall update this.',
    { resolved: { by: 'chen.wei', ago: 17.1 } },
  ),
  thread(
    runbook('stations/buoy-adrift', '1. Call the harbour'),
    'bjork.stefansdottir',
    16.1,
    'The card of Gannet south has no telephone yet.',
    { replies: [{ by: 'ruth.kimani', ago: 15.7, text: 'Pieter says: +47 55 50 11 20, day and night.' }] },
  ),
  thread(
    runbook('customers/data-protection-request'),
    'anders.bjornstad',
    11.7,
    'The clock starts on arrival, not on reading.',
    { edited: 11.6 },
  ),
  thread(
    { space: 'incident-reviews', page: 'march-the-flood-nobody-heard', block: '| Time' },
    'ruth.kimani',
    14.6,
    'At 02:31 the first customer called us. It belongs into the table.',
    { reactions: { '👍': ['emma.rasmussen'] } },
  ),
  thread(
    { space: 'platform-architecture', page: 'storage' },
    'nadia.benali',
    9.9,
    'Which two did you try? I would like to read more.',
    { replies: [{ by: 'chen.wei', ago: 9.5, text: 'I have notes of forty pages. Coffee?' }] },
  ),
  thread({ space: 'oncall', page: 'pay-and-rest' }, 'oluwaseun.adeyemi', 9.1, 'Noon of which time zone?', {
    replies: [{ by: 'emma.rasmussen', ago: 8.7, text: 'Yours.' }],
    resolved: { by: 'oluwaseun.adeyemi', ago: 8.6 },
  }),
  thread(
    book('what-we-believe', '1. A wrong level'),
    'yael.cohen',
    2.8,
    'Sentence 5 made me sign the contract.',
    { reactions: { '❤️': ['admin', 'sofia.andersson', 'helena.duarte', 'owner'] } },
  ),
  thread(
    book('working-hours-and-places/hours'),
    'jihoon.park',
    24.3,
    'Between 10 and 15 Ålesund time it is night in Yokohama.',
    {
      replies: [
        {
          by: 'sofia.andersson',
          ago: 23.8,
          text: 'Yokohama has hours of its own, agreed with the team. I will write them down.',
        },
      ],
    },
  ),
  thread(book('money/salaries', 'Every role has a band'), 'ragnhild.moe', 8.5, 'The spreadsheet is gone.', {
    reactions: { '👀': ['sofia.andersson'] },
  }),
  thread(book('equipment'), 'wanjiru.otieno', 4.2, 'Is a second-hand laptop possible? Mine is fine.', {
    replies: [{ by: 'sofia.andersson', ago: 4, text: 'Gladly.' }],
  }),
  thread(
    { space: 'brand', page: 'voice', block: '| Rather' },
    'ines.moreau',
    9.7,
    'In French we need the space *before* the colon as well.',
    { replies: [{ by: 'francois.lefevre', ago: 9.2, text: 'Et le point-virgule.' }] },
  ),
  thread(
    { space: 'fieldwork-safety', page: 'before-you-go', block: '- Two people.' },
    'thandiwe.nkosi',
    9.4,
    'Does a customer count as the second person?',
    {
      replies: [
        { by: 'owner', ago: 9.2, text: 'Only with a life jacket and the briefing.' },
        { by: 'sofia.andersson', ago: 8.9, text: 'And never above 3 m.' },
      ],
    },
  ),
  thread(
    { space: 'security', page: 'access' },
    'stellan.berg',
    9.5,
    'A key *and* not a phone, or a key *instead of* a phone?',
    { resolved: { by: 'anders.bjornstad', ago: 8.4 } },
  ),
  thread(
    { space: 'support-playbook', page: 'tone' },
    'giulia.romano',
    8.7,
    'Examples! I collect good ones.',
    { reactions: { '📬': ['leila.haddad', 'elif.yildiz'] } },
  ),
  thread(
    { space: 'presales', page: 'how-accurate-is-it' },
    'oscar.lundgren',
    7.8,
    'The brochure says ±1 mm.',
    { replies: [{ by: 'helena.duarte', ago: 7.3, text: 'It will not much longer.' }] },
  ),
  thread(
    { space: 'aldersund-harbour', page: 'plan', block: '| Milestone' },
    'pieter',
    6.8,
    'The permit for 7 is here. For 9 the owner of the quay is on holiday.',
    { reactions: { '🎉': ['ruth.kimani', 'rosa.alvarez'] } },
  ),
  thread(
    { space: 'river-lorne', page: 'warning-marks' },
    'dougal',
    88.9,
    'Millbrae asks for 2.20 m as orange.',
    { replies: [{ by: 'ruth.kimani', ago: 88.1, text: 'All three towns must agree; next meeting.' }] },
  ),
  thread(
    { space: 'start-here', page: 'how-to-change-a-page' },
    'viktor.horvath',
    9.8,
    'My first change request took eleven minutes from idea to merge. I like it here.',
    { reactions: { '👋': ['creator', 'reviewer', 'sofia.andersson'] } },
  ),
  thread(
    { space: 'roadmap', page: 'forecasts' },
    'chen.wei',
    7.6,
    'Liability is the whole project. The rest is two weeks.',
    { reactions: { '💯': ['admin'] } },
  ),
];

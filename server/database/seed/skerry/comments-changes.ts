import type { CommentSeed } from '../model/seed-data.ts';
import { thread } from '../model/thread.ts';

const on = (space: string, change: string, page?: string, block?: string) => ({ space, change, page, block });

/** Comments on change requests. */
export const changeComments: CommentSeed[] = [
  thread(
    on('heron-guide', 'desiccant'),
    'reviewer',
    39.6,
    'Good. Two hours at 120 °C: is that for the sachet of the old type as well?',
    { replies: [{ by: 'owner', ago: 39.2, text: 'For both.' }], resolved: { by: 'reviewer', ago: 38.3 } },
  ),
  thread(
    on('heron-guide', 'intervals', 'measuring-intervals', '| Interval'),
    'daniel.osei',
    26.7,
    'And 15 minutes? It cannot stay 5 years if 5 minutes went up.',
    { replies: [{ by: 'beatriz.nunes', ago: 26.1, text: 'The pack ages; five years is its own limit.' }] },
  ),
  thread(
    on('heron-guide', 'intervals'),
    'reviewer',
    19.4,
    'This is behind the space now. Please update, then I merge.',
    { reactions: { '👍': ['beatriz.nunes'] } },
  ),
  thread(
    on('heron-guide', 'snow', 'status-light'),
    'creator',
    20.1,
    'I changed the same line for the service desk just now. Could you lay yours on top?',
    {
      replies: [
        { by: 'freya.macleod', ago: 19.3, text: 'It says conflict and I do not know which one wins.' },
        { by: 'reviewer', ago: 18.8, text: 'Neither, you decide. Both sentences fit.' },
      ],
    },
  ),
  thread(
    on('heron-guide', 'lightning'),
    'reviewer',
    8.4,
    'I like that it has a page of its own. Could *Mount the gauge* keep one sentence with the 16 mm²?',
    { replies: [{ by: 'magnus.thorsen', ago: 8, text: 'Yes, better than a bare link.' }] },
  ),
  thread(
    on('heron-guide', 'lightning', 'install/lightning-protection', '1. Bond the bracket'),
    'rosa.alvarez',
    6.9,
    'Rods of 1.5 m do not go into Norwegian ground. Any advice?',
    { reactions: { '🪨': ['owner', 'ragnhild.moe'] } },
  ),
  thread(
    on('heron-guide', 'lightning', 'install/lightning-protection', '| Cable'),
    'henrik.nygaard',
    6.2,
    'ARR-12 is discontinued; ARR-12B replaces it.',
    { resolved: { by: 'editor', ago: 5.9 } },
  ),
  thread(
    on('heron-guide', 'structure'),
    'creator',
    4.8,
    'Three moves at once are hard to review. But the result reads better.',
    {
      replies: [
        { by: 'editor', ago: 4.5, text: 'I could split it: settings first?' },
        { by: 'creator', ago: 4.4, text: 'No, keep it together. The redirects are made anyway.' },
      ],
    },
  ),
  thread(on('heron-guide', 'feet'), 'creator', 62.1, 'We write metres. The site can convert for visitors.', {
    resolved: { by: 'henrik.nygaard', ago: 61.3 },
    replies: [{ by: 'henrik.nygaard', ago: 61.5, text: 'Fair. Archiving.' }],
  }),
  thread(
    on('heron-reference', 'accuracy', 'accuracy', '## Moving water'),
    'ana.kovacevic',
    43.1,
    'Where does 1 mm per m/s come from?',
    {
      replies: [
        {
          by: 'laszlo.nagy',
          ago: 42.6,
          text: 'From the flume in Gdańsk, 40 runs. I will attach the figure.',
        },
        { by: 'ana.kovacevic', ago: 42.2, text: 'With it I approve.' },
      ],
    },
  ),
  thread(
    on('heron-reference', 'register-10'),
    'viktor.horvath',
    5.2,
    'Will old gauges answer exception 02 for it?',
    { replies: [{ by: 'daniel.osei', ago: 5, text: 'They answer 0.' }] },
  ),
  thread(
    on('heron-reference', 'register-10', 'modbus/input-registers'),
    'ana.kovacevic',
    3.9,
    'Unit “0 to 32” is a range, not a unit. Otherwise fine.',
    { edited: 3.8 },
  ),
  thread(on('heron-reference', 'japan'), 'ana.kovacevic', 48.2, 'おめでとう！', {
    reactions: { '🎉': ['kenji.mori', 'aiko.nakamura', 'laszlo.nagy'] },
    resolved: { by: 'kenji.mori', ago: 47.7 },
  }),
  thread(
    on('heron-service', 'torque'),
    'magnus.thorsen',
    15.1,
    'Please wait until the seal has passed the salt mist.',
    {
      replies: [
        { by: 'owner', ago: 14.7, text: 'It has, yesterday.' },
        { by: 'magnus.thorsen', ago: 14.2, text: 'Then I only want to see the protocol.' },
      ],
    },
  ),
  thread(
    on('gannet-guide', 'fouling'),
    'bjork.stefansdottir',
    28.3,
    'I have just corrected this page. If it moves, my sentence must move too.',
    { reactions: { '🙏': ['pilar.ibanez'] } },
  ),
  thread(
    on('gannet-guide', 'satellite', 'satellite-only', '| | LTE-M'),
    'bjork.stefansdottir',
    2.1,
    'Fifteen minutes for a buoy adrift is long. Is there no priority message?',
    { replies: [{ by: 'sunniva.dahl', ago: 1.8, text: 'From the second operator, next year.' }] },
  ),
  thread(
    on('plover', 'ph'),
    'ana.kovacevic',
    17.9,
    'I have edited the same step. Yours on top of mine, please.',
  ),
  thread(
    on('calibration', 'edition-6'),
    'reviewer',
    9.3,
    'The text is clear. Whether 0.5 mm holds is for the laboratory to say.',
    {
      replies: [
        {
          by: 'maria.papadopoulou',
          ago: 8.8,
          text: 'It holds: √(0.05² + 0.12² + 0.08² + 0.15² + 0.14²) × 2 = 0.51.',
        },
      ],
      reactions: { '🤓': ['dmitri.sokolov', 'kenji.mori'] },
    },
  ),
  thread(
    on('perch-guide', 'two-sims', 'install-a-perch'),
    'jihoon.park',
    7.1,
    'Slot 2 is under the battery. A picture would save calls.',
    { reactions: { '📷': ['leila.haddad'] } },
  ),
  thread(
    on('heron-de', 'stoerungen'),
    'emma.rasmussen',
    2.8,
    'E02: „zwei gleich starke Echos“ ist gut. Reihenfolge nach Nummer?',
    { replies: [{ by: 'clara.desmet', ago: 2.6, text: 'Ja, sortiere ich noch.' }] },
  ),
  thread(
    on('tideline-guide', 'quality-order'),
    'caoimhe.byrne',
    22.5,
    'I touched another line of that page today, yours should still merge. Please update.',
    { reactions: { '👍': ['elif.yildiz'] } },
  ),
  thread(
    on('tideline-guide', 'keys', 'keyboard', '| Key'),
    'reviewer',
    5.1,
    'Approved. Is there a third that nobody knows?',
    {
      replies: [{ by: 'leila.haddad', ago: 4.9, text: 'If there is, nobody knows.' }],
      reactions: { '😂': ['caoimhe.byrne'] },
    },
  ),
  thread(
    on('tideline-guide', 'forecasts'),
    'chen.wei',
    2.6,
    'Legal wants to read this before anybody else.',
    { replies: [{ by: 'creator', ago: 2.1, text: 'It is a draft and stays one until they have.' }] },
  ),
  thread(on('release-notes', '26-23'), 'caoimhe.byrne', 1.6, '“half the time”: measured where?', {
    replies: [{ by: 'eero.virtanen', ago: 1.5, text: 'With 400 stations: 1.9 s before, 0.9 s now.' }],
  }),
  thread(
    on('release-notes', 'heron-4-2-2'),
    'reviewer',
    0.7,
    'Needs the line about the version of Perch that can send it.',
  ),
  thread(
    on('api-guide', 'burst', 'concepts/rate-limits'),
    'chen.wei',
    24.4,
    'Changed below you, sorry. 100 at once is right.',
    { replies: [{ by: 'oluwaseun.adeyemi', ago: 23.2, text: 'I will resolve it when I am off duty.' }] },
  ),
  thread(
    on('api-guide', 'scopes', 'authentication', '| Scope'),
    'kwame.mensah',
    9.4,
    'Should `webhooks:write` imply reading them?',
    {
      replies: [
        { by: 'nadia.benali', ago: 9.1, text: 'It does, in code. Shall I say so?' },
        { by: 'kwame.mensah', ago: 9, text: 'Please.' },
      ],
    },
  ),
  thread(
    on('api-guide', 'without-v1'),
    'grace',
    4.3,
    'Please keep the migration table somewhere; the foundation links to it.',
    { reactions: { '👍': ['arjun'] } },
  ),
  thread(
    on('webhooks', 'python', 'verify-the-signature'),
    'minh.nguyen',
    12.6,
    'Add the five-minute check, as in the other example.',
    { replies: [{ by: 'eero.virtanen', ago: 12.3, text: 'Forgot it. Coming.' }] },
  ),
  thread(on('runbooks', 'standby'), 'emma.rasmussen', 20.2, '2 s is never reached on Monday mornings. 5?', {
    replies: [{ by: 'jihoon.park', ago: 19.7, text: 'Then Monday mornings are the problem.' }],
  }),
  thread(
    on('runbooks', 'queue', 'platform/queue-is-full'),
    'reviewer',
    4.6,
    'Reads well. When has it last taken over in earnest?',
    {
      replies: [
        {
          by: 'oluwaseun.adeyemi',
          ago: 4.2,
          text: 'On the ninth, for eleven minutes, without anybody noticing.',
        },
      ],
      reactions: { '🎉': ['emma.rasmussen', 'chen.wei'] },
    },
  ),
  thread(on('runbooks', 'adrift'), 'reviewer', 55.4, 'Approved.', {
    resolved: { by: 'reviewer', ago: 54.9 },
  }),
  thread(
    on('incident-reviews', 'october', 'october-gateways-could-not-knock'),
    'chen.wei',
    3.4,
    'The shelf needs power on a different circuit. Otherwise perfect.',
    { reactions: { '👍': ['kwame.mensah'] } },
  ),
  thread(on('handbook', 'screens'), 'sofia.andersson', 13.2, 'Yes. Helena, does the budget allow it?', {
    replies: [{ by: 'helena.duarte', ago: 12.4, text: 'If not everybody asks on one day.' }],
  }),
  thread(
    on('fieldwork-safety', 'ice'),
    'ragnhild.moe',
    7.3,
    'Thank you. I had to say it four times last winter.',
    { reactions: { '🧊': ['owner', 'rosa.alvarez', 'thandiwe.nkosi'] } },
  ),
  thread(on('policies', 'gifts'), 'anders.bjornstad', 17.7, 'Why raise it?', {
    replies: [{ by: 'helena.duarte', ago: 17.2, text: 'Two coffees in Oslo.' }],
  }),
  thread(
    on('aldersund-harbour', 'minutes-11', 'minutes', '**Eleventh meeting.**'),
    'pieter',
    1.2,
    'Correct. “darker” means: red on black.',
    { reactions: { '👍': ['ruth.kimani'] } },
  ),
  thread(
    on('start-here', 'partners'),
    'reviewer',
    1.7,
    'Partners do not have access to the service manual on the help centre unless they sign in. Say that?',
  ),
];

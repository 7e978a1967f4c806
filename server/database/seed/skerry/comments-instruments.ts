import type { CommentSeed } from '../model/seed-data.ts';
import { thread } from '../model/thread.ts';

const gannet = (page: string, block?: string) => ({ space: 'gannet-guide', page, block });

/** Comments on the spaces about other instruments. */
export const instrumentComments: CommentSeed[] = [
  thread(
    { space: 'gannet-guide' },
    'pieter',
    7.1,
    'Our pilots would like a one-page card for the bridge: colours, flash, radius, telephone.',
    {
      reactions: { '👍': ['ruth.kimani'] },
      replies: [{ by: 'bjork.stefansdottir', ago: 6.6, text: 'I have one for Lisbon and will adapt it.' }],
    },
  ),
  thread(
    gannet('prepare-ashore', '1. Charge to'),
    'sunniva.dahl',
    52.1,
    '90 % of what? The display shows volts.',
    {
      resolved: { by: 'bjork.stefansdottir', ago: 51.2 },
      replies: [
        { by: 'bjork.stefansdottir', ago: 51.5, text: '13.3 V at rest. The new firmware shows per cent.' },
      ],
    },
  ),
  thread(
    gannet('deploy', 'The buoy goes in'),
    'thandiwe.nkosi',
    30.6,
    'From small boats we do it the other way round: anchor ready at the rail, buoy last. Never with less than 30 m of water.',
    {
      replies: [
        { by: 'bjork.stefansdottir', ago: 30.1, text: 'Never at all, please. We nearly lost a thumb.' },
        { by: 'thandiwe.nkosi', ago: 29.9, text: 'Understood. Then this page should say *why*.' },
      ],
    },
  ),
  thread(gannet('alarms', '| Alarm'), 'commenter', 19.1, 'Customers confuse `DARK` with night.', {
    reactions: { '😂': ['leila.haddad', 'giulia.romano'] },
  }),
  thread(gannet('fouling'), 'pilar.ibanez', 32.9, 'In Cádiz three months is too long: six weeks in summer.', {
    edited: 32.7,
  }),
  thread(
    { space: 'gannet-mooring', page: 'parts-list' },
    'rosa.alvarez',
    9.6,
    'The swivel of 19 mm has a lead time of ten weeks.',
  ),
  thread(
    { space: 'gannet-mooring', page: 'worked-example', block: 'Depth at chart datum' },
    'marit',
    8.2,
    'The range here is 2.3 m at springs.',
    {
      replies: [
        {
          by: 'bjork.stefansdottir',
          ago: 7.9,
          text: 'Then *D* is 16.3 and nothing else changes. I will add the words “at springs”.',
        },
      ],
    },
  ),
  thread(
    { space: 'plover', page: 'calibrate-in-the-field', block: '1. **Oxygen**' },
    'matteo.ricci',
    28.9,
    'Below 5 °C the towel freezes. I use a bucket with a little water in it.',
    { reactions: { '🪣': ['hana.novakova'] } },
  ),
  thread(
    { space: 'plover', page: 'sample-beside-it' },
    'emma.rasmussen',
    22.2,
    'Half a metre is far in a creek.',
    { resolved: { by: 'ana.kovacevic', ago: 21.3 } },
  ),
  thread(
    { space: 'calibration', page: 'procedure-radar-gauges' },
    'maria.papadopoulou',
    10.1,
    'Edition 6 must be signed before the audit on the first. Is that possible?',
    {
      replies: [{ by: 'dmitri.sokolov', ago: 9.8, text: 'If the review is done by Friday, yes.' }],
      reactions: { '🙏': ['anders.bjornstad'] },
    },
  ),
  thread(
    { space: 'perch-guide', page: 'bus-scan' },
    'nadia.benali',
    18.1,
    'Scan of bus B takes as long with nothing on it. Normal?',
    {
      resolved: { by: 'jihoon.park', ago: 17.6 },
      replies: [{ by: 'jihoon.park', ago: 17.9, text: 'Fixed in 2.7.' }],
    },
  ),
  thread(
    { space: 'perch-guide', page: 'firmware-channels' },
    'gustav.eriksson',
    66.3,
    'A customer asks whether *held* can be set for one station only.',
    { replies: [{ by: 'jihoon.park', ago: 65.8, text: 'Yes, on the station’s page.' }] },
  ),
  thread(
    { space: 'solar-sizing', page: 'winter' },
    'ragnhild.moe',
    4.9,
    'Hoarfrost was thicker than the panel this morning.',
    { reactions: { '🥶': ['owner', 'magnus.thorsen', 'rosa.alvarez'] } },
  ),
];

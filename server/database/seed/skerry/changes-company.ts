import type { OrganizationSeed } from '../model/seed-data.ts';

/** What happened lately to the spaces about operations, the company and its customers. */
export const companyChanges: OrganizationSeed['histories'] = {
  runbooks: [
    {
      step: 'proposed',
      ago: 56.4,
      by: 'emma.rasmussen',
      name: 'adrift',
      subject: 'Buoy adrift: the customer decides about the boat',
      edits: [
        {
          edit: 'stations/buoy-adrift',
          find: 'They decide about a boat.',
          replace: 'They decide about a boat; we never send one.',
        },
      ],
    },
    { step: 'merged', ago: 54.8, by: 'reviewer', name: 'adrift' },
    {
      step: 'proposed',
      ago: 21.7,
      by: 'jihoon.park',
      name: 'standby',
      subject: 'Switching takes five minutes now',
      edits: [
        {
          edit: 'platform/switch-to-the-standby',
          find: '2. `pgctl status`: lag must be under 10 s.',
          replace: '2. `pgctl status`: lag must be under 2 s.',
        },
        {
          append: 'platform/switch-to-the-standby',
          text: 'The last three switches took 4 min 50 s, 5 min 10 s and 4 min 40 s.',
        },
      ],
    },
    {
      step: 'edited',
      ago: 17.2,
      by: 'chen.wei',
      message: 'Disk: the exports have their own volume now',
      edits: [
        {
          edit: 'platform/disk-fills',
          find: 'Old exports are the usual cause:',
          replace: 'Exports have a volume of their own, `/exports`. If it is that one:',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 5.8,
      by: 'oluwaseun.adeyemi',
      name: 'queue',
      subject: 'The second SMS provider takes over by itself',
      edits: [
        {
          edit: 'platform/queue-is-full',
          find: 'switch with `notify route sms --via second` if it is theirs.',
          replace:
            'the route changes by itself after three minutes without receipts. If it has not, `notify route sms --via second`.',
        },
      ],
    },
    {
      step: 'proposed',
      ago: 0.4,
      by: 'kwame.mensah',
      name: 'rollout',
      subject: '',
      status: 'draft',
      edits: [
        { rename: 'stations/firmware-roll-out-stops', title: 'A firmware roll-out has stopped itself' },
      ],
    },
  ],
  'incident-reviews': [
    {
      step: 'proposed',
      ago: 4.1,
      by: 'emma.rasmussen',
      name: 'october',
      subject: 'Review of October: certificates of the gate',
      edits: [
        {
          add: {
            title: 'October: gateways could not knock',
            emoji: '🔐',
            description: '1,140 gateways refused for 26 minutes',
            text: `**Impact.** 1,140 gateways of old firmware were refused; nothing was lost, readings came late.

The new certificate had a chain that Perch 2.4 and older do not know. The rehearsal environment has no such gateway.

**What we change.** One Perch 2.4 hangs in rehearsal now, on a shelf, with a note: *do not update*.`,
          },
          at: 1,
        },
      ],
    },
  ],
  handbook: [
    {
      step: 'proposed',
      ago: 66.1,
      by: 'laszlo.nagy',
      name: 'fridays',
      subject: 'No meetings on Fridays either',
      status: 'archived',
      edits: [
        { edit: 'meetings', find: 'Wednesdays have none.', replace: 'Wednesdays and Fridays have none.' },
      ],
    },
    {
      step: 'proposed',
      ago: 14.7,
      by: 'reader',
      name: 'screens',
      subject: 'Two screens at home, if you ask',
      edits: [
        {
          edit: 'working-hours-and-places/home-and-office',
          find: 'We pay for a chair, a screen and half of the line.',
          replace: 'We pay for a chair, one screen (two if you ask) and half of the line.',
        },
      ],
    },
  ],
  'fieldwork-safety': [
    {
      step: 'proposed',
      ago: 8.1,
      by: 'thandiwe.nkosi',
      name: 'ice',
      subject: 'Walking on ice: don’t',
      edits: [
        {
          add: {
            title: 'Ice',
            emoji: '🧊',
            description: 'Rivers are not lakes',
            text: 'Nobody walks on river ice, however thick. The current thins it from below, and the gauge can wait until spring.',
          },
          at: 2,
        },
      ],
    },
  ],
  policies: [
    {
      step: 'proposed',
      ago: 19.3,
      by: 'admin',
      name: 'gifts',
      subject: 'Gifts: 400 kr, and a list that works',
      edits: [{ edit: 'anti-bribery', find: 'Nothing above 300 kr,', replace: 'Nothing above 400 kr,' }],
    },
  ],
  'aldersund-harbour': [
    {
      step: 'proposed',
      ago: 1.9,
      by: 'ruth.kimani',
      name: 'minutes-11',
      subject: 'Minutes of the eleventh meeting',
      edits: [
        {
          edit: 'minutes',
          find: '**Tenth meeting.**',
          replace:
            '**Eleventh meeting.** Gauge 7 hangs. The pilots tried the screen on two ships and want it darker at night.\n\n**Tenth meeting.**',
        },
        {
          edit: 'plan',
          find: '| gauges 7 to 11 | October | two permits missing |',
          replace: '| gauges 7 to 11 | October | one permit missing |',
        },
      ],
    },
  ],
  'start-here': [
    {
      step: 'proposed',
      ago: 2.4,
      by: 'editor',
      name: 'partners',
      subject: 'A line for service partners',
      edits: [
        {
          edit: 'start-here',
          find: '| on duty | [Runbooks](space:runbooks) |',
          replace:
            '| a service partner | [Heron service manual](space:heron-service) |\n| on duty | [Runbooks](space:runbooks) |',
        },
      ],
    },
  ],
};

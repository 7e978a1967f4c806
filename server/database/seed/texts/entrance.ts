/* Where to begin, and where it goes. */
import type { PageText } from '../model/seed-data.ts';

export const startHere: PageText[] = [
  {
    title: 'Start here',
    emoji: '🏠',
    description: 'Where everything is',
    text: `This is the documentation of Skerry Instruments, for customers and for ourselves.

| You are | Begin with |
| --- | --- |
| a customer with a gauge | [Heron user guide](space:heron-guide) |
| a developer | [API guide](space:api-guide) |
| new here | [First ninety days](space:first-ninety-days) |
| on duty | [Runbooks](space:runbooks) |`,
  },
  {
    title: 'How to change a page',
    emoji: '✏️',
    description: 'Change request, reader, merge',
    text: `1. Open the page, choose **Edit**: a change request is made for you.
2. Say in one sentence what and why.
3. Ask a reader. Within a working day you have an answer.
4. Merge. It is public within a minute, if its space is on a site.

Everybody may propose; reviewers of the space merge. Open requests are in the [inbox](org:inbox).`,
  },
  {
    title: 'Who keeps what',
    emoji: '🗝️',
    description: 'Owners of spaces',
    text: `Every space has an owner and a date of review in its custom fields. A space without either is on the list of [Documentation](org:teams) each first Monday.`,
  },
  {
    title: 'Style in a minute',
    emoji: '🖋️',
    description: 'Five rules',
    text: `Say what to do before why. One thought per sentence. Numbers in tables. Pictures with a purpose. Link, do not repeat. More in [Voice](space:brand/voice).`,
  },
];

export const roadmap: PageText[] = [
  {
    title: '2027 at a glance',
    emoji: '🗺️',
    description: 'Not for customers yet',
    text: `| Quarter | Instruments | Tideline |
| --- | --- | --- |
| Q1 | Heron 60 GHz for Japan | forecasts beside readings |
| Q2 | Gannet with satellite only | API v1 ends |
| Q3 | Plover 6 | shared stations between organizations |
| Q4 | Perch 3 | Edge on ARM |`,
  },
  {
    title: 'Forecasts',
    emoji: '🔮',
    description: 'The largest item',
    text: `Import forecasts from three national services, show them behind the readings, let rules use them. Open question: who is liable for a warning that was a forecast.`,
  },
  {
    title: 'Not doing',
    emoji: '🚫',
    description: 'And why',
    text: `- **Cameras.** Faces.
- **Drones.** Rules differ in every valley.
- **Selling data.** It is not ours.`,
  },
];

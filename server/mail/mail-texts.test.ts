// @module-tag without-database
import { expect, it } from 'vitest';
import type { NotificationReason } from '#api/generated/types.gen.ts';
import { contrastOf, MIN_TEXT_CONTRAST, parseColor } from '#api/site-colors.ts';
import { GROUP_OF_REASON } from '#server/notifications/reasons.ts';
import { type MailContent, mailTexts } from './mail-texts.ts';
import { digestMail, type NotifiedEvent, notificationMail } from './notifications/notification-texts.ts';
import { renderMail } from './render-mail.ts';

const url = 'https://docs.example.com/';
const at = '2026-11-25 09:30 UTC';

it.each([
  ['203.0.113.7', 'NO', 'on Firefox on Linux, from Norway, the IP address 203.0.113.7, at noon.'],
  ['203.0.113.7', null, 'on Firefox on Linux, from the IP address 203.0.113.7, at noon.'],
  [null, null, 'on Firefox on Linux, at noon.'],
])('a new sign-in says from where it came, as far as known: %j, %j', (address, country, expected) => {
  const url = 'https://docs.example.com/';
  const { paragraphs } = mailTexts.newDevice({
    device: 'Firefox on Linux',
    address,
    country,
    at: 'noon',
    url,
  });
  expect(paragraphs[0]).toBe(`Someone signed in to your Bindery account ${expected}`);
});

it('can be read in light and in dark mail programs', () => {
  const { html } = renderMail('ada@example.org', mailTexts.signIn({ url: 'https://docs.example.com/' }));
  const [, sheet = '', body = ''] = /<style>(.*)<\/style>(.*)/s.exec(html) ?? [];
  const colorRules = [...sheet.matchAll(/\.(\w+) \{[^}]*\bcolor: (#\w+) !important;\s*\}/g)];
  expect(colorRules.map(([, name]) => name)).toEqual(['mail', 'soft', 'link']);
  const [, page = ''] = /background: (#\w+)/.exec(sheet) ?? [];
  for (const [, name, color = ''] of colorRules) {
    expect(body, 'each rule is for something').toMatch(new RegExp(`class="${name}"`));
    expect(contrast(color, page), name).toBeGreaterThan(MIN_TEXT_CONTRAST);
  }
  const light = [...body.matchAll(/[";]color:(#\w{6})/g)].map(([, color = '']) => color);
  expect(light.length).toBeGreaterThanOrEqual(4);
  for (const color of light) expect(contrast(color, '#ffffff'), color).toBeGreaterThan(MIN_TEXT_CONTRAST);
});

/** One of each, with names that try to be more than names. */
const SAMPLES: Readonly<Record<keyof typeof mailTexts, () => MailContent>> = {
  test: () => mailTexts.test({ url }),
  invitation: () =>
    mailTexts.invitation({ inviter: 'Ada <b>', organization: 'evil.example/x', url, makesAccount: true }),
  account: () => mailTexts.account({ url, organization: 'Skerry' }),
  join: () => mailTexts.join({ organization: 'Skerry', url, makesAccount: false }),
  signIn: () => mailTexts.signIn({ url }),
  signOn: () => mailTexts.signOn({ provider: 'Okta', url }),
  credentials: () => mailTexts.credentials({ change: 'changed the password', at, url }),
  providerMetadata: () =>
    mailTexts.providerMetadata({ label: 'Okta', news: { change: 'new certificate' }, url }),
  emailChange: () => mailTexts.emailChange({ name: 'Ada', url }),
  emailConfirmation: () => mailTexts.emailConfirmation({ url }),
  emailChangeNotice: () => mailTexts.emailChangeNotice({ at }),
  emailChanged: () => mailTexts.emailChanged({ at }),
  accountDeleted: () => mailTexts.accountDeleted({ at }),
  newDevice: () =>
    mailTexts.newDevice({ device: 'Firefox on Linux', address: '203.0.113.7', country: 'NO', at, url }),
};

const subject = { title: 'Fix typos', number: 12, spaceTitle: 'Handbook', url };
const recipient = {
  settingsUrl: 'https://docs.example.com/account',
  unsubscribeUrl: 'https://docs.example.com/u/m1.2',
};
const REASONS = Object.keys(GROUP_OF_REASON) as NotificationReason[];
const eventOf = (reason: NotificationReason): NotifiedEvent => ({
  reason,
  action: 'test',
  actor: 'Ada',
  comment: reason === 'comment' ? 'One\u202e\n\n<b>two</b>' : null,
  detail: null,
});

it('says in each mail what it is about, what to do and why it came', async () => {
  const contents = [
    ...Object.values(SAMPLES).map((sample) => sample()),
    notificationMail({ ...recipient, subject, events: REASONS.map(eventOf), thread: '1', listId: '2' }),
    digestMail({
      ...recipient,
      frequency: 'weekly',
      organization: 'Skerry',
      notifications: [
        { subject, events: [eventOf('merged')] },
        ...Array.from({ length: 50 }, () => ({
          subject: { ...subject, number: null },
          events: [eventOf('comment'), eventOf('reply')],
        })),
      ],
      url,
      listId: '2',
    }),
  ];
  const texts = contents.map((content) => {
    const { subject: line, text, html } = renderMail('ada@example.org', content);
    // Programs that show HTML alone show the same.
    for (const word of text.match(/[\p{L}\p{N}]{4,}/gu) ?? []) expect(html).toContain(word);
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(/);
    return `Subject: ${line}\n\n${text}`;
  });
  await expect(texts.join('\n===\n\n')).toMatchFileSnapshot('./mail-texts.txt');
});

it('shows words of the right direction, and the beginning of a long comment', () => {
  const comment = 'تحقق من ذلك [@Ada](https://docs.example.com/o/1/members/2)\n'.repeat(12) + 'x\n'.repeat(9);
  const events = [{ ...eventOf('comment'), comment }];
  const { html, text } = renderMail(
    'ada@example.org',
    notificationMail({
      ...recipient,
      subject: { ...subject, title: 'إصلاح' },
      events,
      thread: '1',
      listId: '2',
    }),
  );
  expect(html.match(/<(?:p|li|blockquote)\b[^>]*dir="auto"/g)).toHaveLength(4);
  expect(text.match(/تحقق/g)).toHaveLength(12);
  expect(text).toContain('  > …');
  expect(text).toContain('  > تحقق من ذلك @Ada\n');
});

function contrast(color: string, background: string): number {
  const [front, back] = [parseColor(color), parseColor(background)];
  if (!front || !back) throw new Error(`No colors: ${color}, ${background}`);
  return contrastOf(front, back);
}

/** Converts between an announcement and the form's values, and validates them. */
import { z } from 'zod';
import type {
  SiteAnnouncement,
  SiteAnnouncementStyle,
  SiteCustomizationSettings,
} from '#api/generated/types.gen.ts';
import { ownDateFormat } from '#src/lib/text/date-input.ts';
import { isLinkTarget } from './appearance.ts';

/** The form's values; days as the person types them, empty texts for what is missing. */
export interface AnnouncementValues {
  message: string;
  style: string;
  linkTitle: string;
  linkUrl: string;
  /** The first and the last day. */
  firstDay: string;
  lastDay: string;
}

const pad = (number: number) => String(number).padStart(2, '0');

/** The day of an instant where the person is. */
function dayOf(instant: Date): string {
  const iso = [instant.getFullYear(), pad(instant.getMonth() + 1), pad(instant.getDate())].join('-');
  return ownDateFormat.format(iso);
}

/** The midnight before a day, or behind it; undefined for what is no day. */
function midnightOf(day: string, daysLater: 0 | 1): Date | undefined {
  const [year, month, date] = (ownDateFormat.parse(day) ?? '').split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + daysLater);
}

export function announcementOf({
  announcement,
}: Pick<SiteCustomizationSettings, 'announcement'>): AnnouncementValues {
  const { message = '', style = 'info', link, from, until } = announcement ?? {};
  return {
    message,
    style,
    linkTitle: link?.title ?? '',
    linkUrl: link?.url ?? '',
    firstDay: from === undefined ? '' : dayOf(new Date(from)),
    // What ends at midnight is shown on the day before.
    lastDay: until === undefined ? '' : dayOf(new Date(new Date(until).getTime() - 1)),
  };
}

/** The announcement of what is typed; null without a text. Times of days that were not changed stay exact. */
export function toAnnouncement(
  values: AnnouncementValues,
  saved: SiteAnnouncement | undefined,
): SiteAnnouncement | null {
  const message = values.message.trim();
  if (message === '') return null;
  const before = announcementOf({ ...(saved && { announcement: saved }) });
  const from =
    values.firstDay === before.firstDay ? saved?.from : midnightOf(values.firstDay, 0)?.toISOString();
  const until =
    values.lastDay === before.lastDay ? saved?.until : midnightOf(values.lastDay, 1)?.toISOString();
  const link = { title: values.linkTitle.trim(), url: values.linkUrl.trim() };
  return {
    message,
    // The form offers only contract values.
    style: values.style as SiteAnnouncementStyle,
    ...(link.url !== '' && { link }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

/** When visitors see it, as a sentence. */
export function describeAnnouncement({ from, until }: SiteAnnouncement, now: Date): string {
  if (until !== undefined && new Date(until) <= now) return 'It has ended: visitors don’t see it.';
  if (from !== undefined && new Date(from) > now) return 'Visitors don’t see it yet.';
  return 'Visitors see it now.';
}

const day = z
  .string()
  .refine(
    (text) => text.trim() === '' || ownDateFormat.parse(text) !== null,
    `Enter a date: ${ownDateFormat.pattern}`,
  )
  .default('');

/** Forms leave empty fields out. */
export const announcementSchema = z
  .object({
    message: z.string().max(280).default(''),
    linkTitle: z.string().max(64).default(''),
    linkUrl: z
      .string()
      .max(512)
      .refine(
        (url) => url.trim() === '' || isLinkTarget(url.trim()),
        'Enter a path such as /guides, or a URL such as https://example.com.',
      )
      .default(''),
    firstDay: day,
    lastDay: day,
  })
  .superRefine(({ message, linkTitle, linkUrl, firstDay, lastDay }, context) => {
    const add = (path: string, text: string) =>
      context.addIssue({ code: 'custom', path: [path], message: text });
    const hasLink = linkUrl.trim() !== '';
    const others = [linkTitle, linkUrl, firstDay, lastDay];
    if (message.trim() === '' && others.some((text) => text.trim() !== ''))
      add('message', 'Enter a text, or clear the other fields.');
    if (hasLink && linkTitle.trim() === '') add('linkTitle', 'Enter the text of the link.');
    if (!hasLink && linkTitle.trim() !== '') add('linkUrl', 'Enter where the link leads.');
    const [first, end] = [midnightOf(firstDay, 0), midnightOf(lastDay, 1)];
    if (first && end && first >= end) add('lastDay', 'The last day is before the first.');
  });

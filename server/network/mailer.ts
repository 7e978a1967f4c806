import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, SMTPTransportOptions } from 'nodemailer';
import { isLoopback } from './addresses.ts';

/** How long one step of a delivery may take: to connect, to be greeted, to be answered. */
const STEP_MS = 10_000;
/** How long a delivery may take in all; a server that sends a byte now and then passes every other limit. */
const DELIVERY_MS = 30_000;

/** Where mail goes: to an SMTP server, or as files into a folder. */
export type MailSettings = {
  /** The sender: an address, or a name with an address in angle brackets. */
  from: string;
} & ({ smtpUrl: string } | { directory: string });

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same in each attempt, so that mail programs show a message once that was sent twice. */
  id?: string;
  /** What it is about: mail programs show messages about the same together. */
  thread?: string;
  /** Where it is one of many that a person can leave. */
  list?: MailList;
}

/** Headers by which mail programs recognize mail of one kind, and leave it by one click (RFC 2919, RFC 8058). */
export interface MailList {
  /** The first part of its `List-Id`. */
  id: string;
  unsubscribeUrl: string;
}

/** Delivers messages. */
export interface Mailer {
  /** `none` where no mail is set up. */
  readonly delivery: 'smtp' | 'folder' | 'none';
  readonly from: string | null;
  /**
   * Resolves when the message is accepted; rejects with the library's error, see `describeMailError`. `deadlineMs` is
   * for tests.
   */
  send(message: MailMessage, deadlineMs?: number): Promise<void>;
}

export function createMailer(settings: MailSettings | undefined): Mailer {
  if (settings === undefined) {
    return { delivery: 'none', from: null, send: () => Promise.reject(new Error('No mail is set up.')) };
  }
  const { from } = settings;
  if ('directory' in settings) {
    return { delivery: 'folder', from, send: (message) => writeMessage(settings.directory, from, message) };
  }
  return {
    delivery: 'smtp',
    from,
    async send(message, deadlineMs = DELIVERY_MS) {
      const { createTransport } = await loadLibrary();
      const transport = createTransport(smtpOptions(settings.smtpUrl));
      await transport.sendMail({ ...toOptions(from, message), signal: AbortSignal.timeout(deadlineMs) });
    },
  };
}

/** Loaded with the first message. */
const loadLibrary = () => import('nodemailer');

function smtpOptions(url: string): SMTPTransportOptions {
  const { hostname, username } = new URL(url);
  return {
    url,
    // A password is never sent in clear text to another machine.
    requireTLS: username !== '' && !isLoopback(hostname),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  };
}

function toOptions(from: string, message: MailMessage): SendMailOptions {
  const { to, subject, text, html, id, thread, list } = message;
  const host = hostOf(from);
  const threadId = thread === undefined ? undefined : `<${thread}@${host}>`;
  return {
    from,
    ...(id !== undefined && { messageId: `<${id}@${host}>` }),
    // The start of the thread was never sent, which mail programs take as well as one that was.
    ...(threadId !== undefined && { inReplyTo: threadId, references: threadId }),
    // As an object, so that nothing in it is parsed as another recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // No out-of-office notes (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(list && listHeaders(list, host)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** On one line each: some servers fold long headers again after they have signed them, which breaks the signature. */
function listHeaders({ id, unsubscribeUrl }: MailList, host: string) {
  const onOneLine = (value: string) => ({ prepared: true, value });
  return {
    'List-Id': onOneLine(`<${id}.${host}>`),
    'List-Unsubscribe': onOneLine(`<${unsubscribeUrl}>`),
    'List-Unsubscribe-Post': onOneLine('List-Unsubscribe=One-Click'),
  };
}

/** The domain of the sender, which signs the message. */
function hostOf(from: string): string {
  return /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

/** Writes a message as `<time>-<id>.eml`; a reader never finds half of one. */
async function writeMessage(directory: string, from: string, message: MailMessage): Promise<void> {
  const { createTransport } = await loadLibrary();
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message: bytes } = await transport.sendMail(toOptions(from, message));
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
  const draft = join(directory, `.${name}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(draft, bytes, { mode: 0o600 });
  await rename(draft, join(directory, name));
}

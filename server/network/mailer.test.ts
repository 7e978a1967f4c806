// @module-tag without-database
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { describeMailError } from '#server/mail/mail-errors.ts';
import { mailTexts } from '#server/mail/mail-texts.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import { reply, startMailServer } from '#server/test/mail-server.ts';
import { createMailer } from './mailer.ts';

const from = 'Bindery <docs@press.example>';
const message = renderMail('ada@press.example', mailTexts.test({ url: 'https://docs.press.example' }));

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function mailServer(...args: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...args);
  closers.push(server.close);
  return server;
}

/** A server that answers each connection with `answer`. */
async function rawServer(answer: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** The message of a failed delivery. */
const problemAt = (smtpUrl: string, deadlineMs?: number) =>
  createMailer({ smtpUrl, from })
    .send(message, deadlineMs)
    .then(() => null, describeMailError);

describe('a mailer with an SMTP server', () => {
  it('delivers a message as text and as HTML', async () => {
    const { url, received } = await mailServer({}, { user: 'docs', password: 'p%40ss' });
    await createMailer({ smtpUrl: url.replace('p%40ss', 'p%2540ss'), from }).send(message);
    const [mail] = await received();
    expect(mail).toMatchObject({
      subject: 'Test mail from Bindery',
      from: { name: 'Bindery', address: 'docs@press.example' },
      to: [{ address: 'ada@press.example' }],
    });
    expect(mail?.text).toContain('Mail works');
    expect(mail?.html).toContain('<p dir="auto" style="margin:0 0 16px">Mail works');
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it('names the message, its thread and how to leave it, each on one line', async () => {
    const raw: string[] = [];
    const { url } = await mailServer({
      onData(stream, _session, done) {
        stream.on('data', (chunk: Buffer) => raw.push(chunk.toString()));
        stream.on('end', () => done());
      },
    });
    const unsubscribeUrl = `https://documentation.a-rather-long-name.press.example/u/${'n'.repeat(40)}`;
    const list = { id: 'kdd2hxc2odbjnctybwgi', unsubscribeUrl };
    await createMailer({ smtpUrl: url, from }).send({ ...message, id: 'kdd2', thread: 'kdd1', list });
    const [head = ''] = raw.join('').split('\r\n\r\n');
    for (const line of [
      'Message-ID: <kdd2@press.example>',
      'In-Reply-To: <kdd1@press.example>',
      'References: <kdd1@press.example>',
      'Auto-Submitted: auto-generated',
      'List-Id: <kdd2hxc2odbjnctybwgi.press.example>',
      `List-Unsubscribe: <${unsubscribeUrl}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ])
      expect(head.toLowerCase().split('\r\n')).toContain(line.toLowerCase());
  });

  it('never parses an address as several recipients', async () => {
    const { url, received } = await mailServer();
    const to = 'ada@press.example,eve@evil.example';
    await createMailer({ smtpUrl: url, from })
      .send({ ...message, to })
      .catch(() => {});
    expect((await received()).flatMap((mail) => mail.to ?? []).map(({ address }) => address)).not.toContain(
      'eve@evil.example',
    );
  });

  it('reports a rejected password', async () => {
    const { url } = await mailServer({}, { user: 'docs', password: 'right' });
    expect(await problemAt(url.replace('right', 'wrong'))).toEqual({
      reason:
        'The mail server rejected the user name or the password. Check SMTP_URL. It replied: “535 5.7.8 Authentication failed”',
      isPermanent: false,
    });
  });

  it('reports a rejected recipient, which is final', async () => {
    const { url } = await mailServer({
      onRcptTo: (_to, _session, done) => done(reply(550, '5.1.1 No such user')),
    });
    expect(await problemAt(url)).toEqual({
      reason: 'The mail server rejected the recipient. It replied: “550 5.1.1 No such user”',
      isPermanent: true,
      refusal: 'address',
    });
  });

  it('reports a rejected sender, which the operator can fix', async () => {
    const { url } = await mailServer({
      onMailFrom: (_from, _session, done) => done(reply(553, 'Not yours')),
    });
    expect(await problemAt(url)).toEqual({
      reason: 'The mail server rejected the sender. Check MAIL_FROM. It replied: “553 Not yours”',
      isPermanent: false,
    });
  });

  it('reports a rejected message, which is final', async () => {
    const { url } = await mailServer({
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(reply(554, 'Spam'))),
    });
    expect(await problemAt(url)).toEqual({
      reason: 'The mail server rejected the message. It replied: “554 Spam”',
      isPermanent: true,
      refusal: 'address',
    });
  });

  it.each([421, 450, 451, 452])('reports that %i is not final', async (code) => {
    const { url } = await mailServer({ onRcptTo: (_to, _session, done) => done(reply(code, 'Greylisted')) });
    expect(await problemAt(url)).toEqual({
      reason: `The mail server asked to try again later. It replied: “${code} Greylisted”`,
      isPermanent: false,
    });
  });

  it('reports a host that does not exist, and a port that nothing listens on', async () => {
    expect((await problemAt('smtp://mail.invalid'))?.reason).toContain('Couldn’t find the mail server');
    expect((await problemAt('smtp://127.0.0.1:1'))?.reason).toContain('refused the connection');
  });

  it('gives up on a server that never answers, and on one that never finishes', async () => {
    const silent = await rawServer(() => {});
    expect((await problemAt(silent, 300))?.reason).toContain('didn’t answer in time');
    const endless = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await problemAt(endless, 300))?.reason).toContain('didn’t answer in time');
  });

  it('reports a server that hangs up, and one that is no mail server', async () => {
    const hangsUp = await rawServer((socket) => socket.end());
    expect(await problemAt(hangsUp)).toMatchObject({ isPermanent: false });
    const web = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await problemAt(web))?.reason).toContain('This isn’t a mail server');
  });

  it('refuses a certificate that is not trusted, and TLS on a port without it', async () => {
    const { url } = await mailServer({ secure: true });
    expect((await problemAt(url))?.reason).toContain('The certificate of the mail server isn’t valid');
    const plain = await mailServer();
    expect((await problemAt(plain.url.replace('smtp:', 'smtps:')))?.reason).toContain(
      'doesn’t speak TLS on this port',
    );
  });

  it('shortens long replies', async () => {
    const { url } = await mailServer({
      onRcptTo: (_to, _session, done) => done(reply(550, 'No. '.repeat(90))),
    });
    expect((await problemAt(url))?.reason.length).toBeLessThan(280);
  });
});

describe('a mailer with a folder', () => {
  it('writes whole messages that only their owner can read', async () => {
    const directory = join(await mkdtemp(join(tmpdir(), 'bindery-mailer-')), 'mail');
    closers.push(() => rm(directory, { recursive: true }));
    const mailer = createMailer({ directory, from });
    expect(mailer.delivery).toBe('folder');
    await mailer.send(message);
    const [name = ''] = await readdir(directory);
    expect(name).toMatch(/^[\dT.Z-]+-[\da-f-]{36}\.eml$/);
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(directory, name), 'utf8')).toContain('To: ada@press.example');
  });
});

it('without settings sends nothing', async () => {
  const mailer = createMailer(undefined);
  expect(mailer).toMatchObject({ delivery: 'none', from: null });
  await expect(mailer.send(message)).rejects.toThrow('No mail is set up.');
});

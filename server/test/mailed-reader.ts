import { afterEach, beforeEach, expect } from 'vitest';
import type { NotificationReason } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import { planNotificationMails } from '#server/mail/notifications/plan-mails.ts';
import { mailJobs } from '#server/mail/send-mails.ts';
import { createMailer } from '#server/network/mailer.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createMember, createSpace, type TestMember } from './factories.ts';
import { startMailServer, type TestMailServer } from './mail-server.ts';
import { as, testApp } from './test-app.ts';

export const WAIT_MS = 10 * 60_000;

export interface NotifiedRequest {
  id: string;
  number: number;
  space: { id: string };
}

/** A person with a confirmed address, who is notified of what somebody else does, and a mail server. */
export class MailedReader {
  author!: TestMember;
  reader!: TestMember;
  email!: string;
  /** The answer of the mail server to the recipient; null to accept. */
  refuses: Error | null = null;
  #server!: TestMailServer;

  /** New ones for each test of a file. */
  constructor() {
    beforeEach(async () => {
      this.refuses = null;
      this.#server = await startMailServer({ onRcptTo: (_to, _session, done) => done(this.refuses) });
      const { db, clock } = await testApp();
      clock.reset();
      await db.deleteFrom('jobs').execute();
      await db.deleteFrom('notifications').execute();
      this.author = await createMember({ role: 'admin', displayName: 'Ada Author' });
      const { organizationId } = this.author;
      this.reader = await createMember({ role: 'review', organizationId, displayName: 'Ruth Reader' });
      this.email = `${newId()}@press.example`.toLowerCase();
      await this.set({ email: this.email, email_confirmed_at: new Date() });
    });
    afterEach(() => this.#server.close());
  }

  /** Changes the account. */
  async set(columns: { email?: string; email_confirmed_at?: Date | null }): Promise<void> {
    const { db } = await testApp();
    await db.updateTable('users').set(columns).where('id', '=', this.reader.id).execute();
  }

  mailer(smtpUrl = this.#server.url) {
    return createMailer({ smtpUrl, from: 'docs@press.example' });
  }

  received() {
    return this.#server.received();
  }

  async createRequest(subject = 'Fix typos'): Promise<NotifiedRequest> {
    const space = await createSpace({
      organizationId: this.author.organizationId,
      title: 'Handbook',
      defaultLevel: 'inherit',
    });
    const { body } = await as(this.author).post(`/v1/spaces/${space.id}/change-requests`, { subject });
    return { id: String(body.id), number: Number(body.number), space };
  }

  /** Writes what the reader of events writes when something happens. Returns the notification's id. */
  async notify(
    { id: subjectId, space }: NotifiedRequest,
    reason: NotificationReason,
    { commentId = null }: { commentId?: string | null } = {},
  ): Promise<string> {
    const { db, clock } = await testApp();
    const at = clock.now();
    const row = await db
      .insertInto('notifications')
      .values({
        id: newId(),
        user_id: this.reader.id,
        organization_id: this.author.organizationId,
        subject_kind: 'change-request',
        subject_id: subjectId,
        readers: 'content',
        content_id: space.id,
        reason,
        reasons: [reason],
        created_at: at,
        updated_at: at,
        shown_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'organization_id', 'subject_kind', 'subject_id']).doUpdateSet((is) => ({
          count: is
            .case()
            .when('notifications.read_at', 'is', null)
            .then(is('notifications.count', '+', 1))
            .else(1)
            .end(),
          updated_at: at,
          shown_at: at,
          read_at: null,
        })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('notification_events')
      .values({
        user_id: this.reader.id,
        event_id: newId(),
        notification_id: row.id,
        reason,
        action: 'test',
        actor_id: this.author.id,
        comment_id: commentId,
        detail: null,
        at,
      })
      .execute();
    return row.id;
  }

  async plan(waitMs = WAIT_MS): Promise<number> {
    const { db, clock } = await testApp();
    return planNotificationMails({ db, mailer: this.mailer(), now: clock.now(), waitMs });
  }

  async send(mailer = this.mailer()): Promise<void> {
    const { app, db, clock } = await testApp();
    await runDueJobs(db, mailJobs({ mailer, service: app.service }), clock);
  }

  /** Plans, sends, and returns all mails so far. */
  async deliver() {
    await this.plan();
    await this.send();
    return this.received();
  }

  /** As `kind state`. */
  async mailStates(): Promise<string[]> {
    const { db } = await testApp();
    const mails = db.selectFrom('mails').select(['kind', 'state']).where('recipient', '=', this.email);
    return (await mails.orderBy('id').execute()).map(({ kind, state }) => `${kind} ${state}`);
  }

  async readAll(): Promise<void> {
    const until = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
    const { status } = await as(this.reader).patch('/v1/user/notifications', { until, read: true });
    expect(status).toBe(200);
  }

  async choose(deliveries: object, timeZone?: string): Promise<void> {
    const body = { deliveries, ...(timeZone !== undefined && { timeZone }) };
    const { status } = await as(this.reader).patch('/v1/user/notification-settings', body);
    expect(status).toBe(200);
  }

  async deliveries(): Promise<Record<string, string>> {
    return (await as(this.reader).get('/v1/user/notification-settings')).body.deliveries;
  }
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { html, Markup } from '#server/base/markup.ts';
import { appUrl } from '#server/base/service-settings.ts';
import { type MailingKind, parseUnsubscribeToken } from './unsubscribe-token.ts';
import { unsubscribe } from './unsubscribe.ts';

const MAILINGS: Readonly<Record<MailingKind, string>> = {
  mail: 'notifications by mail',
  daily: 'the daily summary by mail',
  weekly: 'the weekly summary by mail',
};

/** Mail programs and the button of the page send a form; what is in it does not matter. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Ends mail for people who are signed out too (RFC 8058): a POST ends it, without cookie and redirect. A GET shows a button,
 * because filters of mail open links.
 */
export async function registerUnsubscribe(app: FastifyInstance): Promise<void> {
  await app.register(async (routes) => {
    routes.addContentTypeParser(FORMS, { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, undefined),
    );
    routes.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'content-security-policy': POLICY,
      });
    });

    routes.get<{ Params: { token: string } }>('/u/:token', async ({ params, service }, reply) => {
      const mailing = parseUnsubscribeToken(service.signingKey, params.token);
      if (!mailing) return sendUnknown(reply, service.publicUrl);
      return sendPage(
        reply,
        'Unsubscribe?',
        html`<p>You get no more ${MAILINGS[mailing.kind]}. You still find all notifications in Bindery.</p>
          <form method="post">
            <button name="List-Unsubscribe" value="One-Click">Unsubscribe</button>
          </form>`,
      );
    });

    routes.post<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
      const { clock, db, params, service } = request;
      const mailing = parseUnsubscribeToken(service.signingKey, params.token);
      if (!mailing) return sendUnknown(reply, service.publicUrl);
      await unsubscribe(db, mailing, clock.now());
      return sendPage(
        reply,
        'Unsubscribed',
        html`<p>You get no more ${MAILINGS[mailing.kind]}.</p>
          <p><a href="${appUrl(service, '/account')}">Choose what is mailed to you</a></p>`,
      );
    });
  });
}

const sendUnknown = (reply: FastifyReply, publicUrl: string) =>
  sendPage(
    reply.code(404),
    'This link doesn’t work',
    html`<p>
      It may be incomplete. <a href="${appUrl({ publicUrl }, '/account')}">Choose what is mailed to you</a>
    </p>`,
  );

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 15vh auto; max-width: 28rem; padding: 0 1.5rem; }
button { font: inherit; padding: 0.5rem 1rem; }
`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

function sendPage(reply: FastifyReply, title: string, main: Markup): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Bindery</title>
        ${new Markup(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <h1>${title}</h1>
        ${main}
      </body>
    </html>`;
  return reply.type('text/html; charset=utf-8').send(page.text);
}

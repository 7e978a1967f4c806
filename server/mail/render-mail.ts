import { html, type Markup } from '#server/base/markup.ts';
import type { MailMessage } from '#server/network/mailer.ts';
import type { MailContent } from './mail-texts.ts';

/** Makes a message: plain text, and simple HTML in which everything is escaped and nothing is loaded. */
export function renderMail(to: string, content: MailContent, id?: string): MailMessage {
  const { subject, thread, list } = content;
  return {
    to,
    subject,
    text: renderText(content),
    html: renderHtml(content).text,
    ...(id !== undefined && { id }),
    ...(thread !== undefined && { thread }),
    ...(list && { list }),
  };
}

function renderText({ paragraphs, items = [], action, reason, links = [] }: MailContent): string {
  const entries = items.map(({ text, quote, url }) =>
    [
      `* ${text}`,
      ...(quote === undefined ? [] : quote.split('\n').map((line) => `  > ${line}`)),
      ...(url === undefined ? [] : [`  ${url}`]),
    ].join('\n'),
  );
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const footer = [`-- \n${reason}`, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n');
  return `${[...paragraphs, ...entries, ...link, footer].join('\n\n')}\n`;
}

/**
 * Many mail programs ignore style sheets, so the styles are in the elements. Those that are dark and don't ignore them
 * take the colors of the style sheet; the others choose their own. Each text has the direction of its first letter.
 */
function renderHtml({ subject, paragraphs, items, action, reason, links = [] }: MailContent): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
        <style>
          @media (prefers-color-scheme: dark) {
            .mail {
              background: #111413 !important;
              color: #eceeed !important;
            }
            .soft {
              border-color: #2a2f2d !important;
              color: #a6aeab !important;
            }
            .link {
              color: #36cdb7 !important;
            }
          }
        </style>
      </head>
      <body
        class="mail"
        style="background:#fff;color:#18181b;font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;margin:0;padding:24px"
      >
        <div style="margin:0 auto;max-width:480px">
          ${paragraphs.map((paragraph) => html`<p dir="auto" style="margin:0 0 16px">${paragraph}</p>`)}
          ${items && items.length > 0 && renderItems(items)} ${action && renderAction(action)}
          <p
            class="soft"
            dir="auto"
            style="border-top:1px solid #e4e4e7;color:#52525b;font-size:13px;margin:24px 0 0;padding-top:16px"
          >
            ${reason}${links.map(
              ({ label, url }) =>
                html`<br /><a class="link" href="${url}" style="color:#0b756a">${label}</a>`,
            )}
          </p>
        </div>
      </body>
    </html>`;
}

const renderItems = (items: NonNullable<MailContent['items']>): Markup =>
  html`<ul style="margin:0 0 16px;padding-inline-start:20px">
    ${items.map(
      ({ text, quote, url }) =>
        html`<li dir="auto" style="margin:0 0 12px">
          ${
            url === undefined ? text : html`<a class="link" href="${url}" style="color:#0b756a">${text}</a>`
          }${
            quote !== undefined &&
            html`<blockquote
              class="soft"
              dir="auto"
              style="border-inline-start:3px solid #e4e4e7;color:#52525b;margin:4px 0 0;padding-inline-start:12px;white-space:pre-line"
            >
              ${quote}
            </blockquote>`
          }
        </li>`,
    )}
  </ul>`;

const renderAction = ({ label, url }: NonNullable<MailContent['action']>): Markup =>
  html`<p style="margin:24px 0">
      <a
        href="${url}"
        style="background:#0b756a;border-radius:6px;color:#fff;display:inline-block;font-weight:600;padding:10px 16px;text-decoration:none"
        >${label}</a
      >
    </p>
    <p class="soft" style="color:#52525b;font-size:13px;margin:0 0 16px">
      Or copy this address into your browser:<br />
      <a class="link" href="${url}" style="color:#0b756a;word-break:break-all">${url}</a>
    </p>`;

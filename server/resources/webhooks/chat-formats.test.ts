// @module-tag without-database
import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import type { WebhookEventKind } from '#api/generated/types.gen.ts';
import { type ChatFormat, formatChatMessage, plainText } from './chat-formats.ts';
import { type ChatNames, composeSentence } from './chat-texts.ts';

const names: ChatNames = {
  targetKind: 'change-request',
  isInChangeRequest: true,
  actor: 'Ada',
  organization: 'Press',
  space: 'Handbook',
  changeRequest: 'Tides',
};
const url = 'https://docs.press.example/o/1/spaces/2/changes/3';
const bodyOf = (format: ChatFormat, subject: string) => {
  const parts = composeSentence('change_request.merged', { ...names, changeRequest: subject });
  return JSON.parse(formatChatMessage(format, { parts, url }));
};
const textOf = (kind: Exclude<WebhookEventKind, '*'>, changed: Partial<ChatNames> = {}) =>
  plainText({ parts: composeSentence(kind, { ...names, ...changed }) });

describe('a sentence', () => {
  it('says who did what, where', () => {
    expect(textOf('change_request.merged')).toBe('Ada merged the change request “Tides” in “Handbook”.');
    expect(textOf('comment.created')).toBe('Ada commented on the change request “Tides” in “Handbook”.');
    expect(textOf('comment.created', { isInChangeRequest: false })).toBe(
      'Ada commented on the space “Handbook”.',
    );
    const team = { targetKind: 'team', target: 'Authors' };
    expect(textOf('team.updated', team)).toBe('Ada changed the team “Authors”.');
    const joiner = { targetKind: 'member', target: 'Ada', isSelf: true };
    expect(textOf('member.added', joiner)).toBe('Ada joined Press.');
    expect(textOf('member.added', { targetKind: 'member', target: 'Ben' })).toBe('Ada added Ben to Press.');
  });

  it('has nouns where names are missing, and this server where nobody acted', () => {
    const nameless = { actor: undefined, changeRequest: undefined, space: undefined };
    expect(textOf('change_request.merged', nameless)).toBe('Bindery merged a change request.');
    expect(textOf('change_request.merged', { changeRequest: ' ' })).toBe(
      'Ada merged a change request in “Handbook”.',
    );
    expect(textOf('site.published', { targetKind: 'site' })).toBe('Ada published a site.');
  });

  it('exists for each kind, without slots that are left', () => {
    const kinds = contract.components.schemas.WebhookEventKind.enum.filter((kind) => kind !== '*');
    for (const kind of kinds) {
      const text = textOf(kind as Exclude<WebhookEventKind, '*'>);
      expect(text, kind).toMatch(/^Ada [a-z][^{}]*\.$/);
    }
  });

  it('is one line, which no name turns around or makes endless', () => {
    const subject = `one\r\ntwo\u0000\u202ethree\u2028${'x'.repeat(5000)}`;
    const text = textOf('change_request.merged', { changeRequest: subject, actor: '\u0007\n' });
    expect(text).toMatch(/^Bindery merged the change request “one two three x+…” in “Handbook”\.$/);
    expect([...text].length).toBeLessThan(220);
    expect(textOf('change_request.merged', { changeRequest: '😀'.repeat(151) })).not.toContain('\ufffd');
  });
});

describe('the name of a change request', () => {
  it('mentions nobody in Slack, and is not formatted', () => {
    const { text, blocks, ...rest } = bodyOf('slack', '<!channel> <@U1> @here *b* <http://x|y> &amp;');
    const escaped =
      'Ada merged the change request “&lt;!channel&gt; &lt;@\u200bU1&gt; @\u200bhere *b* &lt;http://x|y&gt; &amp;amp;” in “Handbook”.';
    expect(text).toBe(escaped);
    expect(rest).toEqual({ mrkdwn: false, unfurl_links: false, unfurl_media: false });
    expect(blocks).toEqual([
      { type: 'section', text: { type: 'plain_text', text: escaped, emoji: false } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${url}|Open in Bindery>`, verbatim: true }] },
    ]);
  });

  it('mentions nobody in Mattermost, and is not formatted', () => {
    const { text } = bodyOf('mattermost', '@all ~town **b** [x](http://e.example) # :tada: `c` $x$ <b>');
    expect(text).toBe(
      `Ada merged the change request “@\u200ball \\~town \\*\\*b\\*\\* \\[x\\]\\(http:\u200b//e\\.example\\) \\# :\u200btada:\u200b \\\`c\\\` $\u200bx$\u200b <\u200bb\\>” in “Handbook”. [Open in Bindery](${url})`,
    );
  });

  it('is a run of text in the Adaptive Card of Teams, which reads no Markdown', () => {
    const subject = '<at>everyone</at> **b** [x](http://e.example)';
    const { type, attachments } = bodyOf('teams', subject);
    expect(type).toBe('message');
    const [{ contentType, content }] = attachments;
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    expect(content.body).toEqual([
      {
        type: 'RichTextBlock',
        inlines: [{ type: 'TextRun', text: `Ada merged the change request “${subject}” in “Handbook”.` }],
      },
    ]);
    expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Bindery', url }]);
    expect(JSON.stringify(attachments)).not.toContain('MessageCard');
  });
});

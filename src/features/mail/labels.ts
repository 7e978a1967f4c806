import type { MailKind, MailState } from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';

export const mailStateLabels: Record<MailState, { name: string; tone: Tone; tip: string }> = {
  waiting: { name: 'Waiting', tone: 'info', tip: 'The server sends it, or tries again.' },
  sent: { name: 'Sent', tone: 'success', tip: 'The mail server accepted it.' },
  failed: { name: 'Failed', tone: 'danger', tip: 'The mail server rejected it, or was away for hours.' },
  dropped: { name: 'Dropped', tone: 'neutral', tip: 'When it was its turn, it had nothing to say.' },
};

export const mailKindLabels: Record<MailKind, string> = {
  invitation: 'Invitation',
  join: 'Link to join',
  'provider-metadata': 'Identity provider changed',
  notification: 'Notification',
  digest: 'Summary',
  test: 'Test mail',
};

import { useQuery } from '@tanstack/react-query';
import { BellOff, BellPlus } from 'lucide-react';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { subscriptionsIn } from './queries.ts';
import { type SubscriptionSubject, useSubscriptionChange } from './subscription-actions.ts';

/** Menu entries that follow or mute a subject. None where the server has no such thing, and until its state has arrived. */
export function useSubscriptionEntries(organizationId: string, subject: SubscriptionSubject): MenuEntry[] {
  const idle = useStore(isIdle);
  const { data } = useQuery({ ...subscriptionsIn(organizationId), enabled: idle });
  const change = useSubscriptionChange();
  if (!data) return [];
  const subscription = data.items.find(
    (item) => item.subject.kind === subject.kind && item.subject.id === subject.id,
  );
  const state = subscription?.state ?? null;
  const choose = (choice: 'following' | 'muted') => () =>
    void change(subject, state === choice ? null : choice, state);
  return [
    {
      label: 'Follow',
      icon: <BellPlus />,
      hint: 'Get notified of every change',
      checked: state === 'following',
      onSelect: choose('following'),
    },
    {
      label: 'Mute',
      icon: <BellOff />,
      hint: 'Only if you are asked or mentioned',
      checked: state === 'muted',
      onSelect: choose('muted'),
    },
  ];
}

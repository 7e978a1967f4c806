import { useQuery } from '@tanstack/react-query';
import { BellOff, BellPlus } from 'lucide-react';
import { listSubscriptionsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { type SubscriptionSubject, useSubscriptionChange } from './subscription-actions.ts';

/** Menu entries that follow or mute a subject. None where the server has no such thing, and until its state has arrived. */
export function useSubscriptionEntries(subject: SubscriptionSubject | undefined): MenuEntry[] {
  const idle = useStore(isIdle);
  const { data } = useQuery({
    ...optional(listSubscriptionsOptions({ query: { subjectId: subject?.id ?? '', limit: 1 } })),
    enabled: idle && subject !== undefined,
  });
  const change = useSubscriptionChange();
  if (!data || !subject) return [];
  const state = data.items[0]?.state ?? null;
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

/** Display components: marks, notices, placeholders, and the buttons. */
import { Ellipsis, Pencil, Plus, Users } from 'lucide-react';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout, QuoteCallout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { Wordmark } from '#src/ui/logo.tsx';
import { MenuButton, MenuIconButton } from '#src/ui/menu-button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { Forced } from './forced-states.tsx';
import { Shelf, type ShelvesProps } from './shelf.tsx';

const buttonTones = ['primary', 'neutral', 'quiet', 'danger', 'quiet-danger'] as const;
const badgeTones = ['neutral', 'accent', 'success', 'warning', 'danger', 'info'] as const;
const calloutTones = ['info', 'success', 'warning', 'danger'] as const;
const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'Katherine Johnson',
  'Alan Turing',
  'Priya Raman',
  'Šimon Žák',
];

const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();

const list = { total: 2431, hasMore: true, isLoadingMore: false, loadMore: () => {} };

export function UiShelves({ theme }: ShelvesProps) {
  return (
    <>
      <Shelf title="Button: tones">
        {buttonTones.map((tone) => (
          <Button key={tone} tone={tone}>
            {tone}
          </Button>
        ))}
      </Shelf>
      <Shelf title="Button: hover, focus">
        {(['hover', 'focus'] as const).map((state) => (
          <Forced key={state} state={state}>
            {buttonTones.map((tone) => (
              <Button key={tone} tone={tone}>
                {tone}
              </Button>
            ))}
            <IconButton label={`Rename, ${state}`}>
              <Pencil />
            </IconButton>
            <MenuIconButton label={`Actions, ${state}`} entries={() => []}>
              <Ellipsis />
            </MenuIconButton>
            <a href="#link" className="link">
              A link
            </a>
          </Forced>
        ))}
      </Shelf>
      <Shelf title="Button: pending, disabled">
        {buttonTones.map((tone) => (
          <Button key={tone} tone={tone} pending>
            {tone}
          </Button>
        ))}
        {buttonTones.map((tone) => (
          <Button key={tone} tone={tone} disabledReason="Only administrators can do this.">
            {tone}
          </Button>
        ))}
      </Shelf>
      <Shelf title="Button: sizes, icon, menu">
        <Button size="small">Small</Button>
        <Button>Medium</Button>
        <Button size="large">Large</Button>
        <Button tone="primary" icon={<Plus />}>
          Create team
        </Button>
        <IconButton label="Rename" size="small">
          <Pencil />
        </IconButton>
        <IconButton label="Rename">
          <Pencil />
        </IconButton>
        <IconButton label="Rename" pending>
          <Pencil />
        </IconButton>
        <IconButton label="Rename" disabledReason="Only administrators can do this.">
          <Pencil />
        </IconButton>
        <MenuButton label="Actions" entries={() => []}>
          Actions
        </MenuButton>
      </Shelf>
      <Shelf title="Badge">
        {badgeTones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Shelf>
      <Shelf title="Avatar">
        {names.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Ada Lovelace" size="small" />
        <Avatar name="Acme" size="large" shape="square" />
      </Shelf>
      <Shelf title="Keys, time, logo">
        <Keys keys="mod+k" />
        <Keys keys="g m" />
        <Time value={anHourAgo} />
        <Time value="2024-02-03T08:26:00Z" />
        <Time value={null} absent="Never" />
        <a href="#link" className="link">
          A link
        </a>
        <Wordmark />
      </Shelf>
      <Shelf title="Callout" isWide>
        {calloutTones.map((tone) => (
          <Callout key={tone} tone={tone} title="A notice" action={<Button size="small">Review</Button>}>
            What happened, and what to do.
          </Callout>
        ))}
        <QuoteCallout title="The text isn’t there" quote="Trim the wick at dusk." className="w-full" />
      </Shelf>
      <Shelf title="Progress" isWide>
        {[0, 40, 100].map((value) => (
          <Progress key={value} label={`Progress ${value}, ${theme}`} value={value} max={100} />
        ))}
      </Shelf>
      <Shelf title="Skeleton: loading" isWide>
        <Skeleton className="w-1/3" />
        <SkeletonRows rows={2} label={`Loading, ${theme}`} />
      </Shelf>
      <Shelf title="Empty state: the first, none found" isWide>
        <EmptyState
          icon={<Users />}
          title="No teams yet"
          action={
            <Button tone="primary" icon={<Plus />}>
              Create team
            </Button>
          }
        >
          Teams give several people the same access.
        </EmptyState>
        <EmptyState title="No teams found">No team matches “harbour”.</EmptyState>
      </Shelf>
      <Shelf title="List footer: more, loading, failed, incomplete, complete" isWide>
        <ListFooter shown={50} list={list} noun="member" />
        <ListFooter shown={50} list={{ ...list, isLoadingMore: true }} noun="member" />
        <ListFooter shown={50} list={{ ...list, failure: 'The server didn’t answer.' }} noun="member" />
        <ListFooter shown={50} list={{ ...list, note: 'This list may be incomplete.' }} noun="member" />
        <ListFooter shown={1} list={{ ...list, total: 1, hasMore: false }} noun="member" />
      </Shelf>
    </>
  );
}

/** The overlays of a screen, one at a time. */
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#src/components/confirm/confirm-dialog.tsx';
import { confirm } from '#src/components/confirm/confirm.ts';
import { ConnectionBanner } from '#src/components/offline/connection-banner.tsx';
import { isOffline } from '#src/components/offline/connection.ts';
import { Toaster } from '#src/components/toasts/toaster.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { CommandDialog, CommandGroup, CommandItem } from '#src/ui/command-dialog.tsx';
import { Dialog, type DialogProps } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { MenuHost } from '#src/ui/menu-host.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { Popover } from '#src/ui/popover.tsx';
import type { kitchenOverlays } from './overlay-names.ts';
import { toolOverlays } from './tool-overlays.tsx';

const ignore = () => {};

function SampleDialog({ shape = 'centered' }: Pick<DialogProps, 'shape'>) {
  return (
    <Dialog
      title="Create team"
      description="Teams give several people the same access."
      shape={shape}
      onClose={ignore}
      footer={
        <>
          <Button>Cancel</Button>
          <Button tone="primary">Create team</Button>
        </>
      }
    >
      <Field label="Name">{(control) => <Input {...control} defaultValue="Harbour" />}</Field>
    </Dialog>
  );
}

function SamplePopover() {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button}>Latest</Button>
      <Popover label="Latest" button={button} onClose={ignore} className="p-4">
        <p className="mb-3">Ada Admin created the team “Harbour”.</p>
        <Button>Show team</Button>
      </Popover>
    </>
  );
}

function Palette() {
  const [selected, setSelected] = useState('members');
  return (
    <CommandDialog
      label="Search and commands"
      placeholder="Search or run a command"
      query="mem"
      onQuery={ignore}
      selected={selected}
      onSelected={setSelected}
      onEnter={() => true}
      onClose={ignore}
      status="Searching…"
      note="Some results are missing."
    >
      <CommandGroup heading="Screens">
        <CommandItem id="members" label="Members" keys="g m" onChoose={ignore} />
        <CommandItem id="teams" icon={<Pencil />} label="Rename team" detail="Harbour" onChoose={ignore} />
      </CommandGroup>
    </CommandDialog>
  );
}

/** Opens an overlay that has no element of its own. */
const openers: Readonly<Record<string, () => void>> = {
  confirm: () => {
    void confirm({
      title: 'Delete team “Harbour”?',
      body: 'You can’t undo this.',
      tone: 'danger',
      confirmLabel: 'Delete team',
      typeToConfirm: 'Harbour',
      impact: () => Promise.resolve(['12 members leave the team.']),
    });
  },
  menu: () => {
    const anchor = document.querySelector<HTMLElement>('[aria-haspopup="menu"]');
    if (!anchor) throw new Error('No button opens a menu.');
    openMenu({
      anchor,
      label: 'Actions',
      entries: [
        { heading: 'Team' },
        { label: 'Rename', icon: <Pencil />, keys: 'f2', onSelect: ignore },
        { label: 'Owners only', checked: true, onSelect: ignore },
        {
          label: 'Merge',
          hint: 'Into another team.',
          disabledReason: 'Only administrators can do this.',
          onSelect: ignore,
        },
        'separator',
        { label: 'Delete…', icon: <Trash2 />, tone: 'danger', onSelect: ignore },
      ],
    });
  },
  tooltip: () => document.querySelector<HTMLElement>('[aria-disabled="true"][data-tip]')?.focus(),
  offline: () => isOffline.set(true),
  toasts: () => {
    toast('Created team “Harbour”', {
      durationMs: Infinity,
      action: { label: 'Undo', keys: 'mod+z', run: ignore },
    });
    toastFailure(new TypeError('x'), ignore);
  },
};

const overlays: Readonly<Record<(typeof kitchenOverlays)[number], ReactNode>> = {
  ...toolOverlays,
  dialog: <SampleDialog />,
  panel: <SampleDialog shape="panel" />,
  tooltip: null,
  offline: <ConnectionBanner />,
  confirm: <ConfirmDialog />,
  menu: <MenuHost />,
  popover: <SamplePopover />,
  palette: <Palette />,
  toasts: <Toaster />,
};

export function Overlay({ name }: { name: string }) {
  // A menu opens beside a button, which is there once the shelves are.
  useEffect(() => openers[name]?.(), [name]);
  return (
    <main className="flex gap-2 p-6" aria-label="Below">
      <h1 className="sr-only">{name}</h1>
      <MenuButton label="Actions" entries={() => []}>
        Actions
      </MenuButton>
      <Button disabledReason="Only administrators can do this.">Delete</Button>
      {Object.entries(overlays).find(([one]) => one === name)?.[1]}
    </main>
  );
}

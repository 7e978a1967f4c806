import { createFileRoute } from '@tanstack/react-router';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { setSingleKeys, shortcutsOverlay, singleKeys } from '#src/components/shortcuts/shortcuts.ts';
import { PlainFrame } from '#src/domain/shell/plain-frame.tsx';
import { preferencesLabel } from '#src/lib/shared-labels.ts';
import { chooseTheme, themeStore } from '#src/ui/browser/theme.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Switch } from '#src/ui/form/switch.tsx';

export const Route = createFileRoute('/_shell/preferences')({
  component: Preferences,
});

function Preferences() {
  const theme = useStore(themeStore);
  const keys = useStore(singleKeys);
  return (
    <PlainFrame title={preferencesLabel} description="Saved in this browser.">
      <div className="divide-y divide-line rounded-lg border border-line">
        <Setting title="Theme" explanation="Appearance of the console.">
          <SegmentedControl
            label="Theme"
            value={theme}
            onChange={chooseTheme}
            options={[
              {
                value: 'light',
                label: (
                  <>
                    <Sun /> Light
                  </>
                ),
              },
              {
                value: 'dark',
                label: (
                  <>
                    <Moon /> Dark
                  </>
                ),
              },
              {
                value: 'system',
                label: (
                  <>
                    <Monitor /> System
                  </>
                ),
              },
            ]}
          />
        </Setting>
        <Setting
          title="Single-key shortcuts"
          explanation="Keys such as J, X or G M. Turn them off if you use dictation. Shortcuts with Ctrl or Command always work."
        >
          <Switch aria-label="Single-key shortcuts" checked={keys} onChange={setSingleKeys} />
        </Setting>
        <Setting title="All shortcuts" explanation="View all keyboard shortcuts and change them.">
          <Button onClick={() => shortcutsOverlay.set(true)}>View shortcuts</Button>
        </Setting>
      </div>
    </PlainFrame>
  );
}

function Setting({
  title,
  explanation,
  children,
}: {
  title: string;
  explanation: string;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-medium">{title}</h2>
        <p className="text-ink-soft text-pretty">{explanation}</p>
      </div>
      {children}
    </section>
  );
}

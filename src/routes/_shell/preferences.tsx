import { createFileRoute } from '@tanstack/react-router';
import { Monitor, Moon, Sun } from 'lucide-react';
import { Setting, SettingList } from '#src/components/form/setting.tsx';
import { setSingleKeys, shortcutsOverlay, singleKeys } from '#src/components/shortcuts/shortcuts.ts';
import { PlainFrame } from '#src/domain/shell/plain-frame.tsx';
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
    <PlainFrame title="Preferences" description="Saved in this browser.">
      <SettingList>
        <Setting title="Theme" explanation="Appearance of the console.">
          {() => (
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
          )}
        </Setting>
        <Setting
          title="Single-key shortcuts"
          explanation="Keys such as J, X or G M. Turn them off if you use dictation. Shortcuts with Ctrl or Command always work."
        >
          {(labels) => <Switch {...labels} checked={keys} onChange={setSingleKeys} />}
        </Setting>
        <Setting title="All shortcuts" explanation="View all keyboard shortcuts and change them.">
          {() => <Button onClick={() => shortcutsOverlay.set(true)}>View shortcuts</Button>}
        </Setting>
      </SettingList>
    </PlainFrame>
  );
}

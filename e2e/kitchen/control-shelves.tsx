/** Text fields and choices, in every state. */
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Checkbox, LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { DateField } from '#src/ui/form/date-field.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input, SearchInput, Textarea } from '#src/ui/form/input.tsx';
import { HiddenCount, PickList } from '#src/ui/form/pick-list.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { Forced } from './forced-states.tsx';
import { Shelf, type ShelvesProps } from './shelf.tsx';

const roles = [
  { value: 'reader', label: 'Reader' },
  { value: 'editor', label: 'Editor' },
  { value: 'admin', label: 'Admin', disabled: true },
];

const ignore = () => {};

export function ControlShelves({ theme }: ShelvesProps) {
  const [tab, setTab] = useState(`${theme}-open`);
  const [period, setPeriod] = useState('week');
  const [isOn, setOn] = useState(true);
  const name = (text: string) => `${text}, ${theme}`;
  return (
    <>
      <Shelf title="Field: hint, error, optional, read-only, disabled" isWide>
        <Field label="Name" hint="Shown in the navigation.">
          {(control) => <Input {...control} defaultValue="Harbour guide" />}
        </Field>
        <Field label="Path" error="Use lower-case letters and hyphens.">
          {(control) => <Input {...control} defaultValue="Harbour Guide" className="font-mono" />}
        </Field>
        <Field label="Description" optional aside={<span className="text-xs text-ink-soft">81 of 100</span>}>
          {(control) => <Textarea {...control} placeholder="What readers find here" />}
        </Field>
        <Field label="Identifier">{(control) => <Input {...control} readOnly value="spc_41" />}</Field>
        <Field label="Domain">{(control) => <Input {...control} disabled value="docs.example.com" />}</Field>
      </Shelf>
      <Shelf title="Field, select: hover, focus">
        {(['hover', 'focus'] as const).map((state) => (
          <Forced key={state} state={state}>
            <Input aria-label={name(`Field, ${state}`)} className="w-28" />
            <Textarea aria-label={name(`Text, ${state}`)} className="w-28" rows={1} />
            <Select aria-label={name(`Role, ${state}`)} options={roles} value="reader" />
            <Checkbox aria-label={name(`Box, ${state}`)} />
            <Switch aria-label={name(`Switch, ${state}`)} checked onChange={ignore} />
          </Forced>
        ))}
      </Shelf>
      <Shelf title="Date" isWide>
        <DateField label={name('From')} value="2026-11-23" onChange={ignore} />
        <DateField label={name('Until')} value="" onChange={ignore} />
      </Shelf>
      <Shelf title="Search, select">
        <SearchInput label={name('Search members')} icon={<Search />} className="w-60" />
        <Select aria-label={name('Role')} options={roles} value="reader" />
        <Select aria-label={name('Disabled role')} options={roles} value="editor" disabled />
        <Select aria-label={name('Unknown role')} options={roles} value="owner" />
      </Shelf>
      <Shelf title="Check box, radio button, switch">
        <Checkbox aria-label={name('Empty')} />
        <Checkbox aria-label={name('Checked')} defaultChecked />
        <Checkbox aria-label={name('Partly')} indeterminate />
        <Checkbox aria-label={name('Disabled')} disabled />
        <Checkbox aria-label={name('Checked and disabled')} disabled defaultChecked />
        <input type="radio" className="checkbox" aria-label={name('One')} name={theme} />
        <input type="radio" className="checkbox" aria-label={name('Other')} name={theme} defaultChecked />
        <Switch aria-label={name('On')} checked={isOn} onChange={setOn} />
        <Switch aria-label={name('Off')} checked={!isOn} onChange={() => setOn(!isOn)} />
        <Switch aria-label={name('Fixed')} checked disabledReason="Set by the plan." onChange={ignore} />
        <LabelledCheckbox label="Notify the owners" hint="They get one message a day." />
      </Shelf>
      <Shelf title="Segmented control, tabs" isWide>
        <div>
          <SegmentedControl
            label={name('Period')}
            options={[
              { value: 'day', label: 'Day' },
              { value: 'week', label: 'Week' },
              { value: 'month', label: 'Month' },
            ]}
            value={period}
            onChange={setPeriod}
          />
        </div>
        <Tabs
          label={name('Change requests')}
          tabs={[
            { value: `${theme}-open`, label: 'Open', count: 1204 },
            { value: `${theme}-merged`, label: 'Merged', count: 0 },
          ]}
          value={tab}
          onChange={setTab}
        >
          <p className="pt-3">The panel of the selected tab.</p>
        </Tabs>
      </Shelf>
      <Shelf title="Pick list: found, searching, none" isWide>
        <PickList
          label={name('Member')}
          query="a"
          onQuery={ignore}
          options={[
            { id: 'ada', content: 'Ada Lovelace' },
            { id: 'grace', content: 'Grace Hopper', disabledReason: 'Already a member.' },
          ]}
          selectedId="ada"
          onPick={ignore}
          pending={false}
          empty="No members found."
        />
        <HiddenCount count={240} />
        <PickList
          label={name('Team')}
          query="harb"
          onQuery={ignore}
          options={[]}
          onPick={ignore}
          pending
          empty=""
        />
        <PickList
          label={name('Space')}
          query="zz"
          onQuery={ignore}
          options={[]}
          onPick={ignore}
          pending={false}
          empty="No spaces found."
        />
      </Shelf>
    </>
  );
}

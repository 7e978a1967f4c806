/**
 * Screens that take the whole window: the card of a sign-in, destructive actions, and a screen that failed or
 * is missing.
 */
import type { ReactNode } from 'react';
import { ErrorPage, NotFoundPage } from '#src/components/errors/error-page.tsx';
import { CardPage } from '#src/components/layout/card-page.tsx';
import { DangerAction, DangerZone } from '#src/components/layout/danger-zone.tsx';
import { DeleteMenu } from '#src/components/layout/delete-menu.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { serverError } from './layout-shelves.tsx';
import type { kitchenScreens } from './overlay-names.ts';

const screens: Readonly<Record<(typeof kitchenScreens)[number], ReactNode>> = {
  card: (
    <CardPage
      title="Sign in to Bindery"
      description="With a token of your profile."
      corner="ada@example.com"
      footer={<Button tone="quiet">Sign in with SSO</Button>}
    >
      <Field label="Token">{(control) => <Input {...control} />}</Field>
      <Button tone="primary" className="mt-4 w-full">
        Sign in
      </Button>
    </CardPage>
  ),
  'danger-zone': (
    <main id="main" className="p-6">
      <div className="mb-4 flex items-center justify-between">
        <h1 className="text-lg font-semibold">Danger zone</h1>
        <DeleteMenu onDelete={() => {}} />
      </div>
      <DangerZone>
        <DangerAction explanation="You lose access to everything here." onClick={() => {}}>
          Leave…
        </DangerAction>
        <DangerAction
          explanation="Everything is deleted. You can’t undo this."
          disabledReason="Only administrators can do this."
        >
          Delete…
        </DangerAction>
      </DangerZone>
    </main>
  ),
  'not-found': <NotFoundPage />,
  error: <ErrorPage error={serverError} reset={() => {}} />,
};

/** The screen of this name; undefined if it is an overlay, or nothing. */
export const screenOf = (name: string | null): ReactNode =>
  Object.entries(screens).find(([one]) => one === name)?.[1];

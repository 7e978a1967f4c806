/** Parts of a page: details, sections, what is copied, and what could not be shown. */
import { linkOptions } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { ApiError } from '#src/api/errors.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { ErrorPage, NotFoundPage } from '#src/components/errors/error-page.tsx';
import { ExpandableItem } from '#src/components/layout/expandable-item.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { LayoutContext, PendingScreen } from '#src/components/layout/page-bar.tsx';
import { Detail, Details, Section, SideBySide } from '#src/components/layout/record.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Forced } from './forced-states.tsx';
import { Shelf, type ShelvesProps } from './shelf.tsx';

const home = linkOptions({ to: '/' });

export const serverError = new ApiError({
  status: 500,
  message: 'The server could not complete the request.',
  operation: 'listTeams',
  requestId: 'req_7Q2M',
});

const denied = new ApiError({ status: 403, message: 'Only administrators can do this.', operation: 'x' });

export function LayoutShelves({ theme }: ShelvesProps) {
  return (
    <>
      <Shelf title="Link as a button: rest, hover, focus, disabled; copying; menu of a list">
        <LinkButton link={home} icon={<Plus />}>
          Create team
        </LinkButton>
        <Forced state="hover">
          <LinkButton link={home}>Create team</LinkButton>
        </Forced>
        <Forced state="focus">
          <LinkButton link={home}>Create team</LinkButton>
        </Forced>
        <LinkButton link={home} disabledReason="Only administrators can do this.">
          Create team
        </LinkButton>
        <CopyButton what="link" text="x" />
        <CopyButton what="link" text="x" showLabel />
        <ListMenu />
      </Shelf>
      <Shelf title="Side column, section, details" isWide>
        <SideBySide
          sideLabel={`Details, ${theme}`}
          side={
            <Details>
              <Detail name="Created">3 Feb 2024</Detail>
              <Detail name="ID" action={<CopyButton what="ID" text="x" size="small" />}>
                org_7Q2MX41
              </Detail>
              <Detail name="Sign-in" explanation="Set by the plan.">
                Password
              </Detail>
            </Details>
          }
        >
          <Section title={`Teams, ${theme}`} count={2}>
            <p>Harbor, Billing</p>
          </Section>
        </SideBySide>
      </Shelf>
      <Shelf title="Items with details: closed, open" isWide>
        <ul className="flex flex-col gap-3">
          <ExpandableItem name="press.example" title="press.example" isOpen={false} onToggle={() => {}}>
            TXT
          </ExpandableItem>
          <ExpandableItem name="tides.example" title="tides.example" isOpen onToggle={() => {}}>
            TXT
          </ExpandableItem>
        </ul>
      </Shelf>
      <Shelf title="Table: loading" isWide>
        <TableSkeleton columns={[8, 6]} selectable filters />
      </Shelf>
      <LayoutContext value="page">
        <Shelf title="Section of a screen: loading, not found, denied, failed" isWide>
          <PendingScreen />
          <NotFoundPage />
          <ErrorPage error={denied} reset={() => {}} />
          <ErrorPage error={serverError} reset={() => {}} />
        </Shelf>
      </LayoutContext>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { ActionButtons, ChangeRequestDialogs } from '../action-buttons.tsx';
import type { ChangeRequestActions } from '../actions.ts';
import { useDenialReasons } from '../denial-reasons.ts';
import { ChangeRequestDetails, StatusBadges, MergedNotice } from '../details.tsx';
import { type ChangeRequestPath, nameOf } from '../labels.ts';
import { ChangeRequestOverview } from '../overview/overview.tsx';
import { type DialogName, changeRequestOf } from '../queries.ts';
import { useReadiness } from '../readiness.ts';

interface InboxDetailProps {
  organizationId: string;
  path: ChangeRequestPath;
  /** The row of the list, shown until the rest has loaded. */
  row: OrganizationChangeRequest | undefined;
  /** False while the user moves quickly through the list: then nothing is fetched. */
  isIdle: boolean;
  dialog: DialogName | undefined;
  onOpenDialog: (dialog?: DialogName) => void;
  onReviewed: () => void;
  actions: ChangeRequestActions;
  /** Menu entries that the inbox adds. */
  more: readonly MenuEntry[];
}

/** The change request next to the list, with its changes and actions. */
export function InboxDetail(props: InboxDetailProps) {
  const { path, row, isIdle } = props;
  const { data, error } = useQuery({ ...changeRequestOf(path), enabled: isIdle });
  const changeRequest = data ?? row;
  if (changeRequest) return <Detail {...props} changeRequest={changeRequest} />;
  return error ? (
    <Callout tone="danger" title="Couldn’t load the change request">
      {errorMessage(error)}
    </Callout>
  ) : (
    <SkeletonRows rows={6} />
  );
}

// oxlint-disable-next-line max-lines-per-function -- a change request from its heading down to its dialogs
function Detail(props: InboxDetailProps & { changeRequest: ChangeRequest }) {
  const { organizationId, path, row, isIdle, changeRequest, onOpenDialog, actions } = props;
  const { data: space } = useQuery({
    ...getSpaceOptions({ path: { spaceId: path.spaceId } }),
    enabled: isIdle,
  });
  const target = { path, changeRequest };
  const params = { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId };
  const assumedPermissions = { edit: true, review: row?.canMerge ?? true, merge: row?.canMerge ?? true };
  const denialReasons = useDenialReasons(changeRequest, space?.permissions ?? assumedPermissions);
  const readiness = useReadiness(target, denialReasons, isIdle);
  const spaceLabel = space ?? { title: row?.spaceTitle ?? '', emoji: row?.spaceEmoji ?? '' };
  return (
    <article aria-label={nameOf(changeRequest)} className="inbox-detail">
      <header>
        <div className="flex justify-between lg:hidden">
          <Link
            to="."
            search={(old) => ({ ...old, at: undefined, dialog: undefined })}
            className={buttonStyle('quiet', 'small', '-ml-2')}
          >
            <ArrowLeft aria-hidden="true" />
            Back to list
          </Link>
          <OpenLink {...params} className={buttonStyle('quiet', 'small', '-mr-2')} />
        </div>
        <div>
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 dir="auto" className="text-lg font-semibold wrap-anywhere">
              {nameOf(changeRequest)}
            </h2>
            <StatusBadges changeRequest={changeRequest} />
          </div>
          <p className="mt-0.5 text-ink-soft">
            <ChangeRequestDetails
              path={path}
              changeRequest={changeRequest}
              space={spaceLabel}
              enabled={isIdle}
            />
          </p>
        </div>
      </header>
      <div className="inbox-detail-actions">
        <OpenLink {...params} className={buttonStyle('neutral', 'medium', 'max-lg:hidden')} />
        <ActionButtons
          target={target}
          denialReasons={denialReasons}
          checks={readiness.checks}
          canBypass={readiness.canBypass}
          actions={actions}
          onOpenDialog={onOpenDialog}
          more={props.more}
        />
      </div>
      <MergedNotice key={changeRequest.id} changeRequest={changeRequest} />
      <ChangeRequestOverview
        organizationId={organizationId}
        target={target}
        readiness={readiness}
        denialReasons={denialReasons}
        actions={actions}
        onOpenDialog={onOpenDialog}
        enabled={isIdle}
      />
      <ChangeRequestDialogs
        organizationId={organizationId}
        dialog={props.dialog}
        target={target}
        actions={actions}
        onClose={() => onOpenDialog()}
        onReviewed={props.onReviewed}
      />
    </article>
  );
}

interface OpenLinkProps {
  organizationId: string;
  spaceId: string;
  changeRequest: string;
  className: string;
}

function OpenLink({ className, ...params }: OpenLinkProps) {
  return (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest"
      params={params}
      className={className}
    >
      <ArrowUpRight aria-hidden="true" />
      Open
    </Link>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import {
  deleteSiteVisitorKeyMutation,
  getSiteVisitorAuthenticationOptions,
  updateSiteVisitorAuthenticationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  Organization,
  Site,
  SiteVisitorAuthentication,
  SiteVisitorKey,
} from '#api/generated/types.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { fetchFresh, type InvalidationTarget, useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { normalizeUrl } from '#src/lib/text/urls.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import type { Claim, SitePath } from '../claims.ts';
import type { VisitorsSearch } from '../visitors-search.ts';
import { NewKeyDialog } from './key-dialogs.tsx';
import { sampleLanguages, sampleLink, signingSample, type SampleLanguage } from './signing-sample.ts';
import { TokenCheck } from './token-check.tsx';
import { deletionImpact, isValidKey, MAX_VALID_KEYS, nameOfKey } from './visitor-keys.ts';

export interface Audience {
  name: string;
  meaning: string;
}

interface AuthenticationPanelProps {
  organization: Organization;
  site: Site;
  /** Who may read the site: its visibility as a name and a sentence. */
  audience: Audience;
  claims: readonly Claim[];
  search: VisitorsSearch;
  onSearch: (search: VisitorsSearch) => void;
}

/** How visitors of a site sign in: sign-in address, keys, how to sign tokens, and a test of one. */
export function AuthenticationPanel(props: AuthenticationPanelProps) {
  const { organization, site } = props;
  const path = { organizationId: organization.id, siteId: site.id };
  const isPermitted = organization.permissions.admin;
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...optional(getSiteVisitorAuthenticationOptions({ path })),
    enabled: isPermitted,
  });
  if (data === null) {
    return (
      <EmptyState icon={<KeyRound />} title="Visitor authentication isn’t available">
        The console can’t manage how visitors sign in at sites of this server.
      </EmptyState>
    );
  }
  if (!isPermitted) {
    return (
      <EmptyState icon={<KeyRound />} title="For administrators">
        {permissionReasons.administrator}
      </EmptyState>
    );
  }
  // A refetch that failed takes nothing away.
  if (error && !data) return <FetchFailure error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows label="Loading visitor authentication" />;
  return <Authentication {...props} path={path} authentication={data} now={dataUpdatedAt} />;
}

interface AuthenticationProps extends AuthenticationPanelProps {
  path: SitePath;
  authentication: SiteVisitorAuthentication;
  /** When the keys were loaded. */
  now: number;
}

function Authentication(props: AuthenticationProps) {
  const { site, path, claims, search, onSearch, authentication, now } = props;
  const { keys } = authentication;
  const valid = keys.filter((key) => isValidKey(key, now));
  return (
    <div className="layout-form">
      <Introduction {...props} />
      <Section title="Sign-in address">
        <SignInForm path={path} site={site} authentication={authentication} />
      </Section>
      <Section title="Keys">
        <Keys {...props} valid={valid} />
      </Section>
      <Section title="How to sign a token">
        <SigningSample site={site} claims={claims} />
      </Section>
      <Section title="Test a token">
        <TokenCheck path={path} keys={keys} claims={claims} publishedUrl={site.urls.published} />
      </Section>
      {search.dialog === 'key' && (
        <NewKeyDialog path={path} valid={valid} onClose={() => onSearch({ view: 'authentication' })} />
      )}
    </div>
  );
}

/** How the organization's own system signs tokens, as code to start from. */
function SigningSample({ site, claims }: Pick<AuthenticationProps, 'site' | 'claims'>) {
  const [language, setLanguage] = useState<SampleLanguage>('node');
  const publishedUrl = site.urls.published;
  const sample = signingSample({ publishedUrl, claims, language });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty text-ink-soft">
        After signing in, send the visitor back with a token: a JWT, signed with HS256, that has an end (exp).
        Any library for JWTs will do.
      </p>
      <div>
        <SegmentedControl
          label="Language of the code"
          options={sampleLanguages}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <div className="relative">
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
          tabIndex={0}
          role="region"
          aria-label="Code"
          className="overflow-x-auto rounded-lg border border-line bg-sunken p-3 pr-12 font-mono text-xs"
        >
          {sample}
        </pre>
        <CopyButton text={sample} what="code" size="small" className="absolute top-2 right-2" />
      </div>
      <p className="text-pretty text-ink-soft">
        The visitor is then sent to a link such as{' '}
        <code className="font-mono text-xs wrap-anywhere">{sampleLink(publishedUrl)}</code>. The site keeps
        the token in a cookie and removes it from the address.
      </p>
    </div>
  );
}

/** The purpose, and whether the site uses it. */
function Introduction({ path, site, audience, authentication, now }: AuthenticationProps) {
  const isOn = site.visibility === 'visitor-auth';
  const isReady =
    authentication.signInUrl !== undefined && authentication.keys.some((key) => isValidKey(key, now));
  const settings = (
    <Link to="/o/$organizationId/sites/$siteId/settings" params={path} className="link">
      settings
    </Link>
  );
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty">
        Visitors sign in to your own system. It sends them back to the site with a token that it has signed,
        which says what is known about them: their claims. The site checks the token at each page.
      </p>
      <p className="text-pretty">
        Who may read this site: {audience.name}. {audience.meaning}{' '}
        {!isOn && 'Nobody has to sign in; a token only adds claims. '}
        Visibility is chosen in the {settings}.
      </p>
      {isOn && !isReady && (
        <Callout tone="warning" title="Visitors can’t sign in yet">
          Only visitors with a token can read this site. It needs a sign-in address and a valid key.
        </Callout>
      )}
    </div>
  );
}

const authenticationOf = (path: SitePath): InvalidationTarget => ({
  operation: 'getSiteVisitorAuthentication',
  path: { ...path },
});

const formSchema = z.object({
  signInUrl: z
    .string()
    .max(2048)
    .refine(isSignInUrl, 'Enter a full URL that starts with https://.')
    .optional(),
});

/** As on the server: https, or a system on this computer. */
function isSignInUrl(text: string): boolean {
  if (text.trim() === '') return true;
  const url = URL.parse(normalizeUrl(text) ?? '');
  return url !== null && (url.protocol === 'https:' || url.hostname === 'localhost');
}

function SignInForm({
  path,
  site,
  authentication,
}: Pick<AuthenticationProps, 'path' | 'site' | 'authentication'>) {
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation(updateSiteVisitorAuthenticationMutation(), {
    invalidates: [authenticationOf(path)],
  });
  const bodyOf = (typed: string) => ({
    signInUrl: typed.trim() === '' ? null : (normalizeUrl(typed) ?? typed),
  });
  return (
    <InlineForm<{ signInUrl: string }>
      label="Sign-in address"
      schema={formSchema}
      values={{ signInUrl: authentication.signInUrl ?? '' }}
      onSubmit={(edited, before) =>
        applyUndoable({
          label: `Changed the sign-in address of “${site.title}”`,
          change: bodyOf(edited.signInUrl),
          inverse: bodyOf(before.signInUrl),
          send: (body) => mutateAsync({ path, body }),
        })
      }
      guard={{
        labels: { signInUrl: 'URL' },
        fetchCurrent: async () => {
          const current = await fetchFresh(client, getSiteVisitorAuthenticationOptions({ path }));
          return { signInUrl: current.signInUrl ?? '' };
        },
      }}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="signInUrl"
          label="URL"
          optional
          code
          limit={2048}
          inputMode="url"
          placeholder="https://accounts.example.com/docs"
          hint="Where visitors without a valid token are sent, with the parameter “location”: the page that they wanted."
        />
      )}
    </InlineForm>
  );
}

function Keys({
  path,
  site,
  authentication: { keys },
  valid,
  onSearch,
}: AuthenticationProps & { valid: readonly SiteVisitorKey[] }) {
  const { mutateAsync } = useApiMutation(deleteSiteVisitorKeyMutation(), {
    invalidates: [authenticationOf(path)],
  });
  const remove = (key: SiteVisitorKey) =>
    confirmDeletion({
      kind: 'key',
      name: nameOfKey(key),
      confirmLabel: 'Delete key',
      impact: () => Promise.resolve(deletionImpact(site, key, keys, Date.now())),
      action: () => mutateAsync({ path: { ...path, visitorKeyId: key.id } }),
    });
  const create = (
    <Button
      icon={valid.length === 0 ? <Plus /> : <RefreshCw />}
      disabledReason={
        valid.length >= MAX_VALID_KEYS &&
        'A site can have two valid keys. Delete one first, or wait for its end.'
      }
      onClick={() => onSearch({ view: 'authentication', dialog: 'key' })}
    >
      {valid.length === 0 ? 'New key…' : 'Rotate key…'}
    </Button>
  );
  if (keys.length === 0) {
    return (
      <EmptyState
        icon={<KeyRound />}
        title="No keys yet"
        action={create}
        className="rounded-lg border border-line"
      >
        Your system needs a key to sign tokens that this site accepts.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Keys" className="divide-y divide-line rounded-lg border border-line">
        {keys.map((key) => (
          <li key={key.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
            <code className="font-mono">{nameOfKey(key)}</code>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
              <KeyState keyOfSite={key} isValid={valid.includes(key)} />
              <span>
                Created <Time value={key.createdAt} />
              </span>
            </span>
            <IconButton label={`Delete key ${nameOfKey(key)}…`} onClick={() => void remove(key)}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <div>{create}</div>
    </div>
  );
}

function KeyState({ keyOfSite: { expiresAt }, isValid }: { keyOfSite: SiteVisitorKey; isValid: boolean }) {
  if (expiresAt === undefined) return <Badge tone="success">Valid</Badge>;
  if (!isValid) return <Badge>Expired</Badge>;
  return (
    <>
      <Badge tone="warning">Ending</Badge>
      <span>
        Ends <Time value={expiresAt} />
      </span>
    </>
  );
}

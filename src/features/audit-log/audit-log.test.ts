import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#api/generated/types.gen.ts';
import { formatChanges, changesIn, humanizeName, formatValue } from './audit-values.ts';
import { parseAuditSearch, toAuditQuery } from './queries.ts';

const contract = readFileSync('api/openapi.yaml', 'utf8');

/** Entries of every kind, as the API returned them; each new operation that changes something adds its own. */
const recorded = readFileSync(new URL('./testing/recorded-entries.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): AuditEntry => JSON.parse(line));

describe('changesIn', () => {
  it('lists the changes field by field', () => {
    expect(
      changesIn({
        before: { defaultRole: null, sso: false },
        after: { defaultRole: 'edit', sso: true, name: 'x' },
      }),
    ).toEqual([
      { field: 'Default role', before: { text: 'Guest', ids: [] }, after: { text: 'Editor', ids: [] } },
      { field: 'Single sign-on', before: { text: 'Off', ids: [] }, after: { text: 'On', ids: [] } },
      { field: 'Name', before: undefined, after: { text: 'x', ids: [] } },
    ]);
    expect(formatChanges({ before: { role: 'read' }, after: { role: 'edit' } })).toBe(
      'Role: Reader → Editor',
    );
    expect(formatChanges({ before: { role: 'read' } })).toBe('Role: Reader → –');
    expect(formatChanges({})).toBe('');
  });

  it('names every invited person with their role', () => {
    const names = { '952CaNWlaaaaaaaaaaaa': 'Ada Lovelace', '952CaNWlbbbbbbbbbbbb': 'Eve Moss' };
    const roles = { '952CaNWlaaaaaaaaaaaa': 'edit', '952CaNWlbbbbbbbbbbbb': null };
    expect(formatChanges({ after: { roles }, names })).toBe('Roles: Ada Lovelace: Editor, Eve Moss: Guest');
    expect(formatChanges({ after: { users: { '952CaNWlaaaaaaaaaaaa': 'read' } }, names })).toBe(
      'Users: Ada Lovelace: Reader',
    );
  });

  it('keeps ids without a name for copying', () => {
    const [change] = changesIn({ after: { team: '952CaNWlaaaaaaaaaaaa' } });
    expect(change?.after).toEqual({ text: 'Deleted item', ids: ['952CaNWlaaaaaaaaaaaa'] });
    const [edit] = changesIn({
      before: { revision: '952CaNWlaaaaaaaaaaaa' },
      after: { revision: '952CaNWlbbbbbbbbbbbb' },
    });
    expect(edit).toMatchObject({ before: { ids: ['952CaNWlaaaaaaaaaaaa'] }, after: { text: 'Revision' } });
  });

  it.each([
    ['default_role', 1, 'Reader'],
    ['default_role', 0, 'Guest'],
    ['default_level', 0, 'No access'],
    ['default_level', -1, 'Inherit from collection'],
    ['level', 'edit', 'Editor'],
    ['role', 'owner', 'Owner'],
    ['status', 'changes-requested', 'Changes requested'],
    ['editMode', 'locked', 'Locked'],
    ['visibility', 'share-link', 'Share link'],
    ['type', 'select:single', 'Single select'],
    ['title', 'locked', 'locked'],
    ['published', false, 'No'],
    ['certificate', '-----BEGIN CERTIFICATE-----\nMII', 'Certificate'],
    ['tags', [], 'None'],
    ['tags', ['a', true], 'a, Yes'],
    ['name', '', 'Empty'],
    ['days', 3, '3'],
    ['adaptiveContent', { enabled: true }, 'Enabled: On'],
  ])('formats %s %j as %s', (field, value, text) => {
    expect(formatValue(field, value).text).toBe(text);
  });

  it('describes the new position of a moved item', () => {
    const position = {
      after: { type: 'site-section', siteSection: '952CaNWlaaaaaaaaaaaa' },
      before: { type: 'site-section', siteSection: '952CaNWlbbbbbbbbbbbb' },
    };
    const names = { '952CaNWlaaaaaaaaaaaa': 'Guides', '952CaNWlbbbbbbbbbbbb': 'API' };
    expect(formatChanges({ after: { position }, names })).toBe('Position: After “Guides”, before “API”');
  });

  it('omits unchanged and internal fields', () => {
    const before = { title: 'Before', visibility: 'public', rank: 'a0' };
    expect(formatChanges({ before, after: { title: 'After', visibility: 'public' } })).toBe(
      'Title: Before → After',
    );
    expect(formatChanges({ before: { id: 'x', rank: 'a0', title: 'Gone' } })).toBe('Title: Gone → –');
  });

  it('shows custom fields with their own names and values', () => {
    const entry = { action: 'updateSpaceCustomFields', before: { role: 1 }, after: { role: 2 } };
    expect(formatChanges(entry)).toBe('role: 1 → 2');
  });

  it('formats times', () => {
    const { text } = formatValue('at', '2026-11-21T12:00:00.000Z');
    expect(text).toMatch(/2026/);
    expect(text).not.toContain('T12');
  });

  it.each([
    ['email_domains', 'Email domains'],
    ['sso_url', 'SSO URL'],
    ['default_team_id', 'Default team'],
    ['createSamlProvider', 'Create SAML provider'],
  ])('formats the name %s as %s', (name, words) => {
    expect(humanizeName(name)).toBe(words);
  });
});

describe('every kind of entry', () => {
  it('has a recorded example', () => {
    const actions = new Set(recorded.map(({ action }) => action));
    const changing = [...contract.matchAll(/^ {4}(\w+):\n(?: {6}.*\n)*? {6}operationId: (\w+)/gm)]
      .filter(([, method]) => method !== 'get')
      .map(([, , operation]) => operation ?? '');
    expect(changing.length).toBeGreaterThan(80);
    // They change nothing that others see: a picture, a draft and an uploaded file wait until a change names them, and a
    // preview of a page is for the one who writes it. So are their notifications. An import that goes on after its choices is recorded as the import.
    const unseen = new Set([
      'pingOrganization',
      // The log of the installation has it.
      'createBackup',
      'checkBackup',
      'createSitePicture',
      'checkSiteVisitorToken',
      'checkSpaceGit',
      'checkSiteGit',
      'aggregateSiteEvents',
      'planStructureText',
      'previewSpaceGit',
      'createSiteCustomizationDraft',
      'createFileUpload',
      'createPagePreview',
      'highlightCode',
      'createImportUpload',
      'applyImport',
      'cancelImport',
      'updateNotification',
      'updateNotifications',
      'updateNotificationSettings',
      'setSubscription',
      'deleteSubscription',
      'updatePersonalState',
    ]);
    const unrecorded = changing.filter((operation) => !unseen.has(operation) && !actions.has(operation));
    expect(unrecorded).toEqual([]);
  });

  it.each(recorded.map((entry) => [`${entry.action}: ${entry.summary}`, entry] as const))(
    'is shown without ids, role numbers or code: %s',
    (_, entry) => {
      const text = `${formatChanges(entry)} ${humanizeName(entry.action)} ${humanizeName(entry.target.kind)}`;
      expect(text).not.toMatch(/\b(?=\w*\d)(?=\w*[A-Z])[0-9A-Za-z]{20}\b/);
      expect(text).not.toMatch(/[{}[\]]|"\w+":/);
      expect(text).not.toMatch(/(role|level): -?\d/i);
      expect(text).not.toContain('BEGIN CERTIFICATE');
      // Column names of the server must not appear.
      expect(text).not.toMatch(/\b[a-z]+_[a-z]+:/);
    },
  );
});

describe('the URL of the audit log', () => {
  it('is parsed without errors, whatever it contains', () => {
    expect(
      parseAuditSearch({ action: 'updateMember', since: 'yesterday', until: '2026-02-31x', actor: 7 }),
    ).toEqual({
      action: 'updateMember',
      actor: '7',
      since: undefined,
      until: undefined,
    });
  });

  it('filters by whole days', () => {
    const { since, until } = toAuditQuery({ since: '2026-11-20', until: '2026-11-20' });
    expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(24 * 60 * 60 * 1000);
    expect(toAuditQuery({})).toEqual({});
  });
});

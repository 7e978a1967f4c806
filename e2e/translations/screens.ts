import { namedItemPath, inOrganization, type Screen, everything } from '../screens/screen.ts';

export const translationScreens = [
  {
    name: 'translations',
    route: '/o/$organizationId/translations',
    path: inOrganization('/translations'),
    expectedText: /\d translation setting/,
    empty: { expectedText: 'No translation settings yet' },
    failure: everything,
  },
  {
    name: 'translation',
    route: '/o/$organizationId/translations/$translationSettingsId',
    path: namedItemPath('translations', 'translations'),
    expectedText: 'Languages',
    empty: { expectedText: 'No languages yet' },
    failure: everything,
  },
  {
    name: 'translation-new',
    route: '/o/$organizationId/translations/new',
    path: inOrganization('/translations/new'),
    expectedText: 'Create settings',
    failure: null,
  },
  {
    name: 'translation-rename',
    route: '/o/$organizationId/translations/$translationSettingsId/rename',
    path: namedItemPath('translations', 'translations', '/rename'),
    expectedText: 'Rename',
    failure: null,
  },
  {
    name: 'translation-instructions',
    route: '/o/$organizationId/translations/$translationSettingsId/instructions',
    path: namedItemPath('translations', 'translations', '/instructions'),
    expectedText: 'Save changes',
    failure: null,
  },
] satisfies readonly Screen[];

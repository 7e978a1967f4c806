import { first, inOrganization, type Screen, whole } from '../screens/screen.ts';

export const translationScreens = [
  {
    name: 'translations',
    route: '/o/$organizationId/translations',
    path: inOrganization('/translations'),
    shows: /\d translation setting/,
    empty: { shows: 'No translation settings yet' },
    failure: whole,
  },
  {
    name: 'translation',
    route: '/o/$organizationId/translations/$translationSettingsId',
    path: first('translations', 'translations'),
    shows: 'Languages',
    empty: { shows: 'No languages yet' },
    failure: whole,
  },
  {
    name: 'translation-new',
    route: '/o/$organizationId/translations/new',
    path: inOrganization('/translations/new'),
    shows: 'Create settings',
    failure: null,
  },
  {
    name: 'translation-rename',
    route: '/o/$organizationId/translations/$translationSettingsId/rename',
    path: first('translations', 'translations', '/rename'),
    shows: 'Rename',
    failure: null,
  },
] satisfies readonly Screen[];

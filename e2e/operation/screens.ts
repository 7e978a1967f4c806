import { everything, type Screen } from '../screens/screen.ts';

export const operationScreens = [
  {
    name: 'operation',
    route: '/operation',
    path: () => '/operation',
    expectedText: 'Largest tables',
    failure: everything,
  },
] satisfies readonly Screen[];

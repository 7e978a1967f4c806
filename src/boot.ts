import { startEarly } from './api/early.ts';

// Small on purpose: the requests have to be on their way while the application itself is still loading.
startEarly(new URL(location.href));
void import('./main.tsx');

import { startPrefetch } from './api/prefetch.ts';

// A script of its own, before the application's: the requests have to be on their way while that is still loading.
startPrefetch(new URL(location.href));

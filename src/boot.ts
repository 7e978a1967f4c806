import { startPrefetch } from './api/prefetch.ts';

// A separate script before the application's, so that the requests start while that is loading.
startPrefetch(new URL(location.href));

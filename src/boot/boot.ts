import { startPrefetch } from '#src/api/prefetch.ts';

// In the page itself, so that the requests start before anything else is loaded.
startPrefetch(new URL(location.href));

/** `npm start`: builds what is stale and runs the server. Flags go through: `npm start -- --empty --port 8080`. */
import { runBindery } from './bindery.mjs';

runBindery(['serve', ...process.argv.slice(2)]);

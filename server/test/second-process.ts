import { connect } from '#server/database/connect.ts';
import { countNews } from './news.ts';
import type { Order, Report, TestResponse } from './second-server.ts';
import { startApp } from './test-app.ts';
import { inject, tellAll } from './turns.ts';
import { putPage } from './web.ts';

/** The process of a `SecondServer`: an app like that of the tests, on the database that the first argument names. */

const [, , databaseUrl = ''] = process.argv;
const database = await connect({ databaseUrl });
const { app, clock } = await startApp({ database });
const news = countNews(database.notices);

process.on('message', (order: Order) => {
  if (order.type === 'clock') clock.offset = order.offset;
  else if (order.type === 'page') putPage(order.url, order.page);
  else void report(order);
});
process.on('disconnect', () => process.exit());
say({ type: 'ready' });

async function report({ id, task }: Extract<Order, { type: 'task' }>): Promise<void> {
  try {
    let response: TestResponse | undefined;
    if (task.type === 'request') response = await inject(app, task.request);
    else if (task.type === 'tell') await tellAll(app);
    else await database.notices?.caughtUp();
    say({ type: 'done', id, response, news: { ...news } });
  } catch (error) {
    say({
      type: 'failed',
      id,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

function say(report: Report): void {
  process.send?.(report);
}

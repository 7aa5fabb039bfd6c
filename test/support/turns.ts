import type { CastName, TestServer } from './server.ts';

/** Lets something happen before the second transaction of the next act of a user. */
export async function beforeSecondTurn(server: TestServer, name: CastName, happen: () => unknown): Promise<void> {
  const { app } = server;
  // The first request with a key stores when that was.
  await server.as(name).get('/users/me');
  const submit = app.writes.submit.bind(app.writes);
  let turns = 0;
  app.writes.submit = async (action) => {
    turns++;
    if (turns === 2) {
      app.writes.submit = submit;
      await happen();
    }
    return submit(action);
  };
}

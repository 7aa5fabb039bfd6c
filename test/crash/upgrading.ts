// Opens a database, and so upgrades it, until a step at which it is killed. Arguments: the database file, which step.
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../src/db/open.ts';

const [, , file = '', last] = process.argv;
let steps = 0;

function step(): void {
  if (++steps === Number(last)) process.kill(process.pid, 'SIGKILL');
}

const { prepare, exec, pragma } = Sqlite.prototype;
Object.assign(Sqlite.prototype, {
  exec(this: Sqlite.Database, sql: string) {
    step();
    return exec.call(this, sql);
  },
  pragma(this: Sqlite.Database, source: string, options?: Sqlite.PragmaOptions) {
    step();
    return pragma.call(this, source, options);
  },
  prepare(this: Sqlite.Database, sql: string) {
    const statement = prepare.call(this, sql);
    const run = statement.run.bind(statement) as (...values: unknown[]) => unknown;
    return Object.assign(statement, {
      run(...values: unknown[]) {
        step();
        return run(...values);
      },
    });
  },
});

openDatabase(file).db.close();

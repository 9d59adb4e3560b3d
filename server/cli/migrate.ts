import { readConfig } from '#server/config.ts';
import { openEngine } from '#server/db/connect.ts';
import { applyMigrations, readMigrations } from '#server/db/migrate.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '',
  help: `Applies the migrations the database has not had. The server does the same when it starts; this is for installations where the
server's own database user may not change the schema: run it as the owner, with that user's DATABASE_URL. The server's
user needs the role of the product: grant order_manager_app to <user>;`,
  async run({ args }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    const migrations = await readMigrations();
    const engine = await openEngine(readConfig(process.env), commandLog, { join: true });
    try {
      const count = await applyMigrations(engine.target, migrations, commandLog);
      console.log(
        count === 0 ? `The database is up to date (migration ${migrations.length}).` : `${count} migrations applied.`,
      );
    } finally {
      await engine.stop();
    }
  },
};

import type { Command } from 'commander';
import { doRenderAgain } from '../messages/render-again.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption, publicUrlOption } from './options.ts';
import { printJson, say } from './output.ts';

export function addRender(program: Command): void {
  program
    .command('render')
    .summary('render old messages again')
    .description(
      'Render the messages again that an older version of chatd rendered, so that they look like new messages; ' +
        'with current names, emoji and linkifiers. Their Markdown stays unchanged.',
    )
    .option('--all', 'all messages, for example after a change of linkifiers')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(publicUrlOption('URL of the server for clients; links to it are shortened'))
    .addHelpText('after', '\nExample:\n  chatd render --all')
    .action(render);
}

async function render(options: AdminOptions & { all?: true; json?: true }): Promise<void> {
  const { all = false } = options;
  const rendered = await withApp(options, (app) => {
    // The messages are rendered in many transactions.
    actAsOperator(app, { command: 'render', about: { all } }, () => {});
    return doRenderAgain(app, { all });
  });
  if (options.json) printJson({ rendered });
  else say(rendered === 1 ? '1 message was rendered again.' : `${rendered} messages were rendered again.`);
}

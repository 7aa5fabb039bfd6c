// Started in the network of a container: takes the mail that the server there sends when somebody is invited, and prints
// what was said to the mail server. Takes the port of that, and the account that invites, as JSON.
import { Client } from '../support/client.ts';
import { startSmtpServer } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const [port = '', account = ''] = process.argv.slice(2);
const { email, api_key } = JSON.parse(account);
const { said, received } = await startSmtpServer({ after: () => {} }, [], Number(port));
await new Client('http://127.0.0.1:9991', { email, key: api_key }).post('/invites', {
  invitee_emails: 'carol@example.com',
  stream_ids: [],
});
await until(() => received.length > 0);
console.log(JSON.stringify(said));
process.exit();

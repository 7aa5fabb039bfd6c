import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../../src/app.ts';
import type { Remark, Tally } from '../../../src/import/tally.ts';
import { UnusableArchive } from '../../../src/import/unusable-archive.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { importFiles, openEmpty } from '../scene.ts';
import { type Damage, damagedFields, damagedMeanings, damagedRecords, damagedWholes, filesOf } from './damages.ts';
import type { Home, Tree } from './home.ts';
import { homes } from './homes.ts';

interface Message {
  place: string;
  sender: string;
  sent_at: number;
  content: string;
  edits: number;
  reactions: string;
}

interface Rows {
  messages: Message[];
  users: { name: string; email: string; role: number; is_active: number }[];
  channels: { name: string; invite_only: number; is_archived: number; members: string }[];
}

function rowsOf({ db }: App): Rows {
  return {
    messages: db.all(`SELECT ifnull(c.name || '>' || o.topic, (SELECT group_concat(name, ' + ') FROM (
        SELECT d.full_name AS name FROM direct_members m JOIN users d ON d.id = m.user_id WHERE m.conversation_id = o.id
        ORDER BY 1))) AS place, u.full_name AS sender, sent_at,
        content,
        (SELECT count(*) FROM message_edits e WHERE e.message_id = m.id) AS edits,
        (SELECT group_concat(emoji_name || ' ' || p.full_name) FROM reactions r JOIN users p ON p.id = r.user_id WHERE r.message_id = m.id) AS reactions
      FROM messages m JOIN users u ON u.id = sender_id JOIN conversations o ON o.id = m.conversation_id
      LEFT JOIN channels c ON c.id = o.channel_id ORDER BY m.id`),
    users: db.all(`SELECT full_name AS name, email, role, is_active FROM users WHERE is_system_bot = 0 ORDER BY 1, 2`),
    channels: db.all(`SELECT name, invite_only, is_archived, (SELECT group_concat(name, ' + ') FROM (
        SELECT full_name AS name FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.channel_id = c.id
          AND s.is_active = 1 ORDER BY 1)) AS members FROM channels c ORDER BY 1`),
  };
}

interface Outcome {
  rows: Rows;
  tally: Tally;
  report: string;
}

async function importTree(t: TestContext, home: Home, tree: Tree): Promise<Outcome> {
  const app = openEmpty(t);
  app.db.connection.pragma('synchronous = OFF');
  const { tally } = await importFiles(t, app, filesOf(tree), { format: home.format });
  const rows = rowsOf(app);
  for (const message of rows.messages) {
    // Channels have their ids in the order of the archive.
    message.content = message.content.replace(/\/user_uploads\/[^)]*|(?<=\/channel\/)\d+/g, '');
  }
  const verified = await verifyDataDir(app.config.data_dir);
  assert.ok(isSound(verified), JSON.stringify(verified.checks.filter(({ problems }) => problems.length > 0)));
  const report = [...tally.left, ...tally.changed]
    .map(({ count, noun, reason, examples }) => `${count} ${noun}: ${reason} (${examples.join('; ').slice(0, 300)})`)
    .join('\n');
  return { rows, tally, report };
}

/** Whether something is told of an import that is not told of another. */
function isMoreTold(found: Tally, whole: Tally): boolean {
  const countOf = ({ left, changed }: Tally, { noun, reason }: Remark) =>
    [...left, ...changed].find((one) => one.noun === noun && one.reason === reason)?.count ?? 0;
  return [...found.left, ...found.changed].some((one) => one.count > countOf(whole, one));
}

/** Messages of the undamaged import that a damage may not change. */
function isSafe(home: Home, damage: Damage, { content, sender, place, sent_at }: Message, hit: Message): boolean {
  const isWithin = home.within.some((ending) => content.endsWith(ending));
  if (damage.hits === 'message') return !isWithin && sent_at !== hit.sent_at;
  if (damage.hits === 'user') return !isWithin && sender !== home.author && !place.includes(home.author);
  return damage.hits === 'channel' ? !place.startsWith(`${home.place}>`) : damage.hits === 'none';
}

const endOf = ({ sent_at, content }: Message) => `${sent_at} ${content.slice(-5)}`;

/** Whether the names in a place or of a sender are the expected ones, except for users who cannot be read. */
function areNames(
  home: Home,
  damage: Damage,
  { found, expected, known }: Record<'found' | 'expected', string> & { known: ReadonlySet<string> },
): boolean {
  const isSame = (one: string, other: string | undefined) =>
    one === other || (!known.has(one) && (damage.hits === 'file' || (damage.hits === 'user' && other === home.author)));
  const wanted = expected.split(' + ');
  return (
    found.split(' + ').every((one) => wanted.some((other) => isSame(one, other))) &&
    found.split(' + ').length === wanted.length
  );
}

/** A message must be as in the undamaged import, or be the damaged one, in its place, at its time, from its sender. */
function ensureTrue(home: Home, damage: Damage, message: Message, whole: Rows): void {
  const said = `${JSON.stringify(message).slice(0, 300)}`;
  const isHit = (one: Message) =>
    damage.hits === 'message' && one.content.includes(home.text) && one.sent_at === message.sent_at;
  const expected = whole.messages.find((one) => endOf(one) === endOf(message)) ?? whole.messages.find(isHit);
  assert.ok(expected, `a wrong message: ${said}`);
  const known = new Set(whole.users.map(({ name }) => name));
  const [place = '', right = ''] = [message, expected].map((one) => one.place.replace(/>.*$/, ''));
  const isRenamed =
    damage.hits === 'channel' && right === home.place && !whole.channels.some(({ name }) => name === place);
  assert.ok(isRenamed || areNames(home, damage, { found: place, expected: right, known }), `in a wrong place: ${said}`);
  const senders = { found: message.sender, expected: expected.sender, known };
  assert.ok(areNames(home, damage, senders), `from a wrong sender: ${said}`);
}

function ensureRights(found: Rows, whole: Rows): void {
  for (const user of found.users) {
    const same = whole.users.find(({ email }) => email === user.email);
    const isLess = same ? user.role >= same.role && user.is_active <= same.is_active : user.role >= 400;
    assert.ok(isLess, `more rights: ${JSON.stringify(user)}`);
  }
  for (const channel of found.channels) {
    const same = whole.channels.find(({ name }) => name === channel.name);
    assert.ok(!same || channel.invite_only >= same.invite_only, `more open: ${JSON.stringify(channel)}`);
  }
}

function ensureTold(damage: Damage, found: Outcome, whole: Outcome): void {
  const isSame = damage.isPossible === true || isDeepStrictEqual(found.rows, whole.rows);
  const isRecordLost = found.rows.messages.length < whole.rows.messages.length && damage.hits !== 'file';
  assert.ok((isSame && !isRecordLost) || isMoreTold(found.tally, whole.tally), `not told\n${found.report}`);
}

function check(home: Home, damage: Damage, found: Outcome, whole: Outcome): void {
  const hit = whole.rows.messages.find(({ content }) => content.includes(home.text)) as Message;
  for (const message of found.rows.messages) ensureTrue(home, damage, message, whole.rows);
  const present = new Set(found.rows.messages.map(endOf));
  const lost = whole.rows.messages.filter((one) => isSafe(home, damage, one, hit) && !present.has(endOf(one)));
  assert.deepEqual(lost, [], found.report);
  if (!damage.isPossible) ensureRights(found.rows, whole.rows);
  ensureTold(damage, found, whole);
}

for (const home of homes) {
  describe(`a damaged archive of ${home.format}`, () => {
    let whole: Outcome | undefined;
    for (const damage of [
      ...damagedFields(home),
      ...damagedRecords(home),
      ...damagedMeanings(home),
      ...damagedWholes(home),
    ]) {
      it(`is imported except for the damage: ${damage.name}`, async (t) => {
        whole ??= await importTree(t, home, home.tree());
        const tree = structuredClone(home.tree());
        damage.apply(home, tree);

        const found = await importTree(t, home, tree).catch((error) => {
          if (
            error instanceof UnusableArchive &&
            /^(?:Nothing in .* can be read\.|The archive holds no)/.test(error.message)
          )
            return undefined;
          throw error;
        });

        if (found) check(home, damage, found, whole);
      });
    }
  });
}

import { maxStatusLength } from '../accounts/status.ts';
import { isBuiltIn } from '../emoji/emoji.ts';
import { foldName } from '../ground/text.ts';
import { maxNoteLength } from '../later/reminder.ts';
import { renderMessage } from '../messages/rendering.ts';
import { awaitFiles } from '../uploads/awaited.ts';
import { getUser } from '../users/user.ts';
import type { ArchivedPersonal, ArchivedPlace } from './archive.ts';
import { type Job, placeHere, storeEach, storing } from './job.ts';
import { cameBefore } from './origins.ts';
import { rewriteText } from './rewrite-text.ts';
import { topicHere } from './store-messages.ts';

export function storeTopicPolicies(job: Job): void {
  const { db } = job.app;
  const all = job.archive.topicPolicies();
  storeEach(job, 'topic policies', all, ({ from, user_id, channel_id, topic, visibility_policy, updated_at }) => {
    const name = topicHere(job, topic);
    const own_id = job.ids.users.get(from, user_id);
    if (isOld(job, own_id, 'topic policies')) return;
    storing(from, () =>
      db.run(
        `INSERT INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (user_id, channel_id, topic_key) DO NOTHING`,
        own_id,
        job.ids.channels.get(from, channel_id),
        foldName(name),
        name,
        visibility_policy,
        updated_at,
      ),
    );
    job.tally.add('topic policies');
  });
}

/** Data of single users comes once, with their accounts; it is theirs to change afterwards. */
function isOld({ oldUserIds, tally }: Job, user_id: number, noun: string): boolean {
  if (!oldUserIds.has(user_id)) return false;
  tally.leave(noun, cameBefore, '');
  return true;
}

/** The name of each kind in the summary. */
const nouns = {
  status: 'statuses',
  presence: 'presences',
  mute: 'muted users',
  'alert word': 'alert words',
  snippet: 'saved snippets',
  draft: 'drafts',
  'bot storage': 'entries of bots',
  view: 'views in lists',
  reminder: 'reminders',
  'scheduled message': 'scheduled messages',
} as const;

/** Stores the data of single users. Existing data is kept. */
export function storePersonal(job: Job): void {
  storeEach(job, 'data of single users', job.archive.personal(), (one) => {
    const user_id = job.ids.users.get(one.from, one.user_id);
    if (isOld(job, user_id, nouns[one.kind])) return;
    storing(one.from, () => storeOne(job, user_id, one));
    job.tally.add(nouns[one.kind]);
  });
}

function storeOne(job: Job, user_id: number, one: ArchivedPersonal): void {
  const { db } = job.app;
  switch (one.kind) {
    case 'status':
      storeStatus(job, user_id, one);
      break;
    case 'presence':
      db.run(presenceSql, user_id, one.active_at, one.connected_at);
      break;
    case 'mute':
      db.run(muteSql, user_id, job.ids.users.get(one.from, one.muted_user_id), one.muted_at);
      break;
    case 'alert word':
      db.run(alertWordSql, user_id, foldName(one.word.trim()), one.word.trim());
      break;
    case 'bot storage':
      db.run(botStorageSql, user_id, one.key, one.value);
      break;
    case 'view':
      db.run(viewSql, user_id, one.fragment, Number(one.is_pinned), one.name);
      break;
    case 'reminder':
      storeReminder(job, user_id, one);
      break;
    case 'snippet':
      storeSnippet(job, user_id, one);
      break;
    case 'draft':
      storeDraft(job, user_id, one);
      break;
    case 'scheduled message':
      storeScheduled(job, user_id, one);
      break;
  }
}

const presenceSql = 'INSERT INTO presence (user_id, active_at, connected_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
const muteSql = 'INSERT INTO muted_users (user_id, muted_user_id, muted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
const alertWordSql = 'INSERT INTO alert_words (user_id, word_key, word) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
const botStorageSql = 'INSERT INTO bot_storage (user_id, key, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';

const viewSql =
  'INSERT INTO navigation_views (user_id, fragment, is_pinned, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';

type Kind<Name> = Extract<ArchivedPersonal, { kind: Name }>;

function storeStatus(job: Job, user_id: number, one: Kind<'status'>): void {
  const { from, reaction_type } = one;
  const status_text = [...one.status_text].slice(0, maxStatusLength).join('');
  const isCustom = reaction_type === 'realm_emoji' && one.emoji_name !== '';
  const { emoji_name, emoji_code } = isCustom || isBuiltIn(one) ? one : { emoji_name: '', emoji_code: '' };
  if (status_text === '' && emoji_name === '') return;
  job.app.db.run(
    `INSERT INTO user_status (user_id, status_text, emoji_name, emoji_code, reaction_type) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    user_id,
    status_text,
    emoji_name,
    isCustom ? String(job.ids.emoji.get(from, Number(emoji_code))) : emoji_code,
    reaction_type,
  );
}

function storeSnippet(job: Job, user_id: number, { title, content, created_at }: Kind<'snippet'>): void {
  const { app } = job;
  const text = rewriteText(job, content);
  const sql = 'INSERT INTO saved_snippets (user_id, title, content, created_at) VALUES (?, ?, ?, ?)';
  const { id } = app.db.run(sql, user_id, title, text, created_at);
  awaitFiles(app, getUser(app.db, user_id), { saved_snippet_id: id }, text);
}

function storeDraft(job: Job, user_id: number, { from, to, content, edited_at }: Kind<'draft'>): void {
  const { app } = job;
  const place = to && placeHere(job, from, to);
  const text = rewriteText(job, content);
  const { id } = app.db.run(
    'INSERT INTO drafts (user_id, type, recipient, topic, content, edited_at) VALUES (?, ?, ?, ?, ?, ?)',
    user_id,
    place === undefined ? '' : 'user_ids' in place ? 'private' : 'stream',
    JSON.stringify(place === undefined ? [] : 'user_ids' in place ? othersThan(user_id, place) : [place.channel_id]),
    place && 'topic' in place ? topicHere(job, place.topic) : '',
    text,
    edited_at,
  );
  awaitFiles(app, getUser(app.db, user_id), { draft_id: id }, text);
}

/** The recipients of a user's direct message: the others, or the user for a note to oneself. */
function othersThan(user_id: number, { user_ids }: Extract<ArchivedPlace, { user_ids: readonly number[] }>): number[] {
  const others = user_ids.filter((id) => id !== user_id);
  return others.length > 0 ? others : [user_id];
}

function storeScheduled(job: Job, sender_id: number, one: Kind<'scheduled message'>): void {
  const { app } = job;
  const place = placeHere(job, one.from, one.to);
  const content = rewriteText(job, one.content);
  const sender = getUser(app.db, sender_id);
  const { id } = app.db.run(
    `INSERT INTO scheduled_messages (sender_id, channel_id, topic, user_ids, content, rendered_content, client,
       read_by_sender, due_at, failed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    sender_id,
    ...recipientColumns(job, sender_id, place),
    content,
    renderMessage(app, sender, content).html,
    one.client,
    Number(one.read_by_sender),
    one.due_at,
    // The old server may meanwhile have sent an overdue message.
    Number(one.failed || one.due_at <= app.clock.now()),
  );
  awaitFiles(app, sender, { scheduled_message_id: id }, content);
}

function storeReminder({ app, messages }: Job, user_id: number, one: Kind<'reminder'>): void {
  const sql = 'INSERT INTO reminders (user_id, message_id, note, due_at, failed) VALUES (?, ?, ?, ?, ?)';
  const note = [...one.note].slice(0, maxNoteLength).join('');
  // Like messages: the old server may meanwhile have sent it.
  const failed = one.failed || one.due_at <= app.clock.now();
  app.db.run(sql, user_id, messages.here(one.message_id), note, one.due_at, Number(failed));
}

function recipientColumns(
  job: Job,
  sender_id: number,
  place: ArchivedPlace,
): [number | null, string | null, string | null] {
  if ('user_ids' in place) return [null, null, JSON.stringify(othersThan(sender_id, place))];
  return [place.channel_id, topicHere(job, place.topic), null];
}

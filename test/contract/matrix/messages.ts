import { setRealmSetting } from '../../../src/realm/settings.ts';
import type { Values } from '../../support/client.ts';
import { channels, messages, users } from './nouns.ts';
import {
  about,
  always,
  forEveryone,
  forNobody,
  forPeople,
  type Id,
  type Matrix,
  notForBots,
  type Outcome,
  type Request,
  unlessGuest,
} from './row.ts';
import {
  forEachChannel,
  forEachMessage,
  type MessageOutcomes,
  ofOthers,
  read,
  readable,
  seen,
  usable,
} from './sight.ts';
import type { Cell, Stage } from './stage.ts';

/** What forNobody does to messages of archived channels. */
function unlessArchived(outcomes: MessageOutcomes): MessageOutcomes {
  return forEachMessage((name) => (name.includes('archived') ? forNobody : outcomes[name]));
}

/** What one does with one's own messages; of what one may read, others are refused. */
function forSenders(refused: string, others: Outcome['ok'] = ''): MessageOutcomes {
  return forEachMessage((name) => {
    const { ok, hidden = '' } = usable[name];
    if (ok === '' || name.startsWith('own')) return usable[name];
    const rest = `${ok} -admin -owner ${others === '' ? 'admin owner' : ''}`;
    return { ok: others, hidden, refused: { [refused]: rest } };
  });
}

function openModeration({ db, world }: Stage): void {
  setRealmSetting(db, 'moderation_request_channel_id', world.channels['private, subscribed'].id);
}

/** Who finds messages in a channel. Those who know of one that they may not read find nothing in it. */
const found = forEachChannel((name): Outcome => {
  const { ok, hidden = '' } = seen[name];
  return read[name] === forNobody ? { ok: '', hidden, refused: { '': ok } } : seen[name];
});

const path = (message_id: Id) => ({ path: { message_id } });
const changing = (values: Values) => (message_id: Id) => ({ path: { message_id }, values });
const moveRefused = "You don't have permission to move this message";
const notOpen = (name: string) => `Not authorized to send to channel '${name}'`;
const thumb = { emoji_name: 'thumbs_up' };

/** Moving a message to another topic is open to all who can use it. */
const renamed = forEachMessage((name): Outcome => {
  const { ok, hidden = '' } = unlessArchived(usable)[name];
  return name.endsWith('direct') ? { ok: '', hidden, refused: 'Direct messages cannot have topics.' } : { ok, hidden };
});

/** Who may pin a message: who may move it to another topic. */
const pinned = forEachMessage((name): Outcome => {
  const { ok, hidden = '' } = unlessArchived(usable)[name];
  return name.endsWith('direct')
    ? { ok: '', hidden, refused: 'Only messages in channels can be pinned.' }
    : { ok, hidden };
});

/** Who may move a message to a channel that everybody is in: members who may read it. */
const movedOut = forEachMessage((name): Outcome => {
  const { ok, hidden = '' } = unlessArchived(usable)[name];
  if (name.endsWith('direct')) return { ok: '', hidden, refused: 'Direct messages cannot be moved to channels.' };
  return { ok: `${ok} -guest`, hidden, refused: moveRefused };
});

/** Writing to a channel is open to all who can read it, webhooks included. */
const sent = forEachChannel((name): Outcome => {
  const { ok, hidden = '' } = seen[name];
  const outside = hidden.includes('member') ? ' webhook' : '';
  const inside = outside === '' ? ' webhook' : '';
  if (name.startsWith('archived') || read[name] === forNobody) {
    return { ok: '', hidden: hidden + outside, refused: { [notOpen(name)]: ok + inside } };
  }
  return { ok: ok + inside, hidden: hidden + outside };
});

/** Typing notifications in a channel are open to all who can read new messages there. */
const typed = forEachChannel((name): Outcome => (name.startsWith('archived') ? forNobody : read[name]));

/** Who may move an own message to a channel: members who may read it. */
const movedInto = forEachChannel((name): Outcome => {
  const { ok, hidden = '' } = typed[name];
  return { ok: `${ok} -guest`, hidden, refused: moveRefused };
});

/** Whom everyone may write to. Webhooks know everybody. */
const written = { ok: 'guest+ webhook' };

/** Who may do what with messages. */
export const matrix: Matrix = {
  getMessage: about(messages, path, readable),
  getMessages: about(channels, narrowed({}), found, {
    succeeds: ({ messages: list }) => (list as object[]).length > 0,
  }),
  checkMessagesMatchNarrow: [
    ...about(messages, (id) => ({ values: { msg_ids: [id], narrow: [] } }), ofOthers(readable), {
      succeeds: ({ messages: found }) => Object.keys(found as object).length > 0,
    }),
  ],
  getMessageHistory: about(messages, path, ofOthers(readable)),
  getReadReceipts: about(messages, path, ofOthers(readable)),
  reportMessage: about(messages, changing({ report_type: 'spam' }), ofOthers(readable), { arrange: openModeration }),
  updateMessageFlags: about(
    messages,
    (id) => ({ values: { messages: [id], op: 'add', flag: 'starred' } }),
    ofOthers(usable),
    {
      succeeds: ({ messages: changed }) => (changed as number[]).length > 0,
    },
  ),
  updateMessageFlagsForNarrow: about(channels, narrowed({ op: 'add', flag: 'starred' }), found, {
    succeeds: ({ processed_count }) => (processed_count as number) > 0,
  }),
  markAllAsRead: always(forEveryone),
  addReaction: about(messages, changing(thumb), ofOthers(unlessArchived(usable))),
  removeReaction: about(messages, reacted, ofOthers(unlessArchived(usable))),
  pinMessage: about(messages, path, ofOthers(pinned)),
  unpinMessage: about(messages, path, ofOthers(pinned)),
  setButtons: [
    {
      when: 'own, in the channel of everybody',
      ok: 'bot',
      refused: {
        'Only bots add buttons, and only to messages of their own.': 'guest member full moderator admin owner',
      },
      request: ({ world, actor }) => buttons(world.general.own[actor]),
    },
    ...about(messages, buttons, { 'direct, of others': forNobody }),
  ],
  pressButton: [
    {
      when: 'of a bot, in the channel of everybody',
      ...forPeople,
      arrange: giveButtons,
      request: ({ world }) => pressing(world.general.own.bot),
    },
    ...about(
      messages,
      pressing,
      { 'direct, of others': { ok: '', hidden: 'guest+ -bot', refused: notForBots } },
      { arrange: giveButtons },
    ),
  ],
  getButtons: always(forEveryone, () => ({ values: { message_ids: [1] } })),
  getPinnedMessages: about(channels, (stream_id) => ({ path: { stream_id } }), read),
  addSubmessage: about(
    messages,
    (message_id) => ({ values: { message_id, msg_type: 'widget', content: '{"widget_type":"todo","extra_data":{}}' } }),
    unlessArchived(forSenders('You cannot attach a submessage to this message.')),
  ),
  updateMessage: [
    ...about(
      messages,
      changing({ content: 'New' }),
      unlessArchived(forSenders("You don't have permission to edit this message")),
      { when: 'the text' },
    ),
    ...about(messages, changing({ topic: 'new' }), ofOthers(renamed), { when: 'the topic' }),
    ...about(
      messages,
      (message_id, { world }) => changing({ stream_id: world.general.id })(message_id),
      ofOthers(movedOut),
      { when: 'the channel' },
    ),
    ...about(channels, (stream_id, { world, actor }) => changing({ stream_id })(world.general.own[actor]), movedInto, {
      when: 'into the channel',
    }),
  ],
  deleteMessage: about(
    messages,
    path,
    unlessArchived(forSenders("You don't have permission to delete this message", 'admin+')),
  ),
  sendMessage: [
    ...about(channels, said, sent),
    ...about(
      channels,
      said,
      {
        'private, not subscribed': {
          ok: 'full bot webhook',
          hidden: 'guest member moderator',
          refused: { [notOpen('private, not subscribed')]: 'admin owner' },
        },
      },
      { when: 'only the owner of the bots is in it', arrange: letAliceIn },
    ),
    ...about(users, (id) => ({ values: { type: 'direct', to: [id], content: 'Hello' } }), {
      oneself: written,
      'a member': written,
      'unknown to guests': { ok: 'member+ webhook', hidden: 'guest' },
      "Bob's bot": written,
      deactivated: { ok: '', hidden: 'guest', refused: { 'User is deactivated': 'member+ webhook' } },
    }),
  ],
  renderMessage: always(forEveryone),
  setTypingStatus: [
    ...about(channels, (stream_id) => ({ values: { type: 'channel', op: 'start', stream_id, topic: 'lunch' } }), typed),
    ...about(users, (id) => ({ values: { op: 'start', to: [id] } }), {
      'a member': forEveryone,
      'unknown to guests': unlessGuest,
    }),
  ],
  setTypingStatusForMessageEdit: about(
    messages,
    changing({ op: 'start' }),
    unlessArchived(forSenders("You don't have permission to edit this message")),
  ),
};

function narrowed(values: Values) {
  return (operand: Id) => {
    const range = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [{ operator: 'channel', operand }] };
    return { values: { ...range, ...values } };
  };
}

function said(to: Id) {
  return { values: { type: 'channel', to, topic: 'lunch', content: 'Soup' } };
}

function letAliceIn({ db, world: { channels, users } }: Stage): void {
  const { id } = channels['private, not subscribed'];
  db.run('UPDATE subscriptions SET is_active = 1 WHERE user_id = ? AND channel_id = ?', users.full.id, id);
}

function reacted(message_id: Id, { stage: { db }, me }: Cell) {
  if (db.value('SELECT 1 FROM messages WHERE id = ?', message_id)) {
    db.run(
      `INSERT OR IGNORE INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
       VALUES (?, ?, 'thumbs_up', '1f44d', 'unicode_emoji')`,
      message_id,
      me.id,
    );
  }
  return changing(thumb)(message_id);
}

function buttons(message_id: Id): Request {
  return { path: { message_id }, values: { buttons: [{ id: 'yes', label: 'Yes' }] } };
}

function pressing(message_id: Id): Request {
  return { path: { message_id, button: 'yes' } };
}

function giveButtons({ app, db }: Stage): void {
  db.run(`INSERT INTO message_buttons SELECT id, '[{"id":"yes","label":"Yes","confirm":""}]' FROM messages`);
  app.asker.ask = async () => ({ content: 'Done.', visible_to: 'caller' });
}

import type { Values } from '../../support/client.ts';
import { channels, users } from './nouns.ts';
import { about, always, forPeople, type Id, type Matrix, notForBots, type Outcome, type Request } from './row.ts';
import { forEachChannel, read, seen } from './sight.ts';
import type { Cell } from './stage.ts';

/** Who may follow the calls of a channel: people who may act there. */
const followed = forEachChannel((name): Outcome => {
  if (name.startsWith('archived') || read[name].ok === '')
    return { ok: '', hidden: 'guest+ -bot', refused: notForBots };
  // What guests may only read, they take no part in.
  const isForGuests = read[name].ok === 'guest+' && name !== 'web-public, not subscribed';
  return isForGuests ? forPeople : { ok: 'member+ -bot', hidden: 'guest', refused: notForBots };
});

/** Who may start one there: as who may send a message. */
const begun = forEachChannel((name): Outcome => {
  const { ok, hidden = '' } = seen[name];
  if (name.startsWith('archived') || read[name].ok === '') {
    return { ok: '', hidden: `${hidden} -bot`, refused: { [notForBots]: 'bot', [notOpen(name)]: `${ok} -bot` } };
  }
  return { ok: `${ok} -bot`, hidden: `${hidden} -bot`, refused: notForBots };
});

/** Who may do what with calls. */
export const matrix: Matrix = {
  startCall: [
    ...about(channels, (to) => ({ values: { type: 'channel', to, topic: 'lunch' } }), begun),
    ...about(users, (id) => ({ values: { type: 'direct', to: [id] } }), {
      'a member': forPeople,
      'unknown to guests': { ok: 'member+ -bot', hidden: 'guest', refused: notForBots },
    }),
  ],
  getCalls: always(forPeople),
  declineCall: about(channels, calling({}), followed),
  joinCall: about(channels, calling({ session: 'own-session' }), followed),
  changeCallMember: about(channels, calling({ session: 'own-session', hand: true }), followed),
  leaveCall: about(channels, calling({ session: 'own-session' }), followed),
  sendCallSignal: about(channels, signalling, followed),
  reactInCall: about(channels, calling({ session: 'own-session', emoji: 'tada' }), followed),
};

/** A call in a channel that the actor is in, whether they may or not. */
function calling(values: Values): (channel_id: Id, cell: Cell) => Request {
  return (channel_id, { stage: { db }, me, world }) => {
    const channel = Object.values(world.channels).find(({ id }) => id === channel_id);
    if (!channel) return { path: { call_id: 99_999 }, values };
    db.run(
      'INSERT OR IGNORE INTO calls (id, message_id, started_by, started_at) VALUES (1, ?, ?, 0)',
      channel.after,
      me.id,
    );
    for (const user_id of [me.id, world.users.bob.id]) {
      db.run(
        `INSERT OR IGNORE INTO call_people (call_id, user_id, state, session, joined_at)
         VALUES (1, ?, 'present', 'own-session', 0)`,
        user_id,
      );
    }
    return { path: { call_id: 1 }, values };
  };
}

function signalling(channel_id: Id, cell: Cell): Request {
  const to = cell.world.users.bob.id;
  return calling({ session: 'own-session', to, to_session: 'own-session', data: '{}' })(channel_id, cell);
}

function notOpen(name: string): string {
  return `Not authorized to send to channel '${name}'`;
}

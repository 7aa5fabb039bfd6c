import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, NarrowTerm } from '../../src/client/api/types.ts';
import { conversationIn, conversationOf, keyOf, narrowTo } from '../../src/client/store/conversation.ts';
import { fits } from '../../src/client/store/narrow.ts';

const inTopic = { type: 'stream', stream_id: 1, subject: 'Boats', sender_id: 2, flags: ['read'] } as unknown as Message;
const between = (...ids: number[]) =>
  ({ type: 'private', display_recipient: ids.map((id) => ({ id })), sender_id: 2, flags: [] }) as unknown as Message;
const term = (operator: string, operand: unknown, negated?: boolean) =>
  ({ operator, operand, ...(negated === undefined ? {} : { negated }) }) as NarrowTerm;

describe('a message', () => {
  it('belongs to its channel and topic, and not where that is excluded', () => {
    const fit = (...narrow: NarrowTerm[]) => fits(narrow, inTopic, 9);

    assert.equal(fit(term('channel', 1), term('topic', 'boats')), true);
    assert.equal(fit(term('channel', 2)), false);
    assert.equal(fit(term('channel', 1), term('topic', 'ducks')), false);
    assert.equal(fit(term('channel', 1), term('topic', 'boats', true)), false);
    assert.equal(fit(term('channel', 1, false), term('topic', 'ducks', true)), true);
    assert.equal(fit(term('sender', 2)), true);
    assert.equal(fit(term('sender', 3)), false);
    assert.equal(fits([term('topic', 'boats')], between(2, 9), 9), false);
  });

  it('is known not to belong where one term says so, whatever only the server knows', () => {
    const fit = (...narrow: NarrowTerm[]) => fits(narrow, inTopic, 9);

    assert.equal(fit(term('search', 'tea')), undefined);
    assert.equal(fit(term('search', 'tea'), term('channel', 2)), false);
    assert.equal(fit(term('search', 'tea', true), term('channel', 1)), undefined);
    assert.equal(fit(term('is', 'unread')), undefined);
  });

  it('belongs to the conversation of its participants, with or without the user', () => {
    const fit = (message: Message, ...ids: number[]) => fits([term('dm', ids)], message, 9);

    assert.equal(fit(between(2, 3, 9), 3, 2), true);
    assert.equal(fit(between(2, 3, 9), 9, 2, 3), true);
    assert.equal(fit(between(2, 9), 2, 3), false);
    assert.equal(fit(between(2, 9), 2), true);
    assert.equal(fit(between(9), 9), true);
    assert.equal(fit(between(2, 9), 9), false);
    assert.equal(fit(inTopic, 2), false);
  });

  it('has the marks of its flags', () => {
    const fit = (operand: string, ...flags: string[]) => fits([term('is', operand)], { ...inTopic, flags }, 9);

    assert.deepEqual([fit('starred', 'starred'), fit('starred', 'read')], [true, false]);
    assert.deepEqual([fit('mentioned', 'mentioned'), fit('mentioned', 'topic_wildcard_mentioned')], [true, true]);
    assert.deepEqual([fit('mentioned', 'read'), fit('dm')], [false, false]);
    assert.equal(fits([term('is', 'dm')], between(2, 9), 9), true);
  });
});

describe('a conversation', () => {
  it('has one key for all its spellings', () => {
    assert.equal(keyOf({ type: 'direct', user_ids: [11, 2] }), keyOf({ type: 'direct', user_ids: [2, 11] }));
    assert.notEqual(keyOf({ type: 'direct', user_ids: [2] }), keyOf({ type: 'direct', user_ids: [2, 11] }));
    const boats = { type: 'topic', stream_id: 1, topic: 'Boats' } as const;
    assert.equal(keyOf(boats), keyOf({ ...boats, topic: 'bOATS' }));
    assert.notEqual(keyOf(boats), keyOf({ ...boats, stream_id: 11 }));
  });

  it('is named by a narrow that selects it as a whole', () => {
    const [channel, topic] = [term('channel', 1), term('topic', 'boats')];

    assert.deepEqual(conversationIn([channel, topic]), { type: 'topic', stream_id: 1, topic: 'boats' });
    assert.deepEqual(conversationIn([term('dm', [3, 2])]), { type: 'direct', user_ids: [3, 2] });
    for (const narrow of [
      [],
      [channel],
      [topic, channel],
      [channel, term('topic', 'boats', true)],
      [channel, topic, term('search', 'tea')],
      [term('dm', [2]), term('search', 'tea')],
      [term('channel', 'river'), topic],
    ])
      assert.equal(conversationIn(narrow), undefined);
  });

  it('is that of a message, and its narrow contains the message', () => {
    for (const message of [inTopic, between(2, 9), between(9), between(3, 2, 9)]) {
      const conversation = conversationOf(message, 9);
      assert.equal(fits(narrowTo(conversation), message, 9), true);
      const found = conversationIn(narrowTo(conversation));
      assert.equal(found && keyOf(found), keyOf(conversation));
    }
    assert.deepEqual(conversationOf(between(9), 9), { type: 'direct', user_ids: [9] });
  });
});

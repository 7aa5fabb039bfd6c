import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPoll } from '../../src/client/widgets/poll.ts';
import { nextIndex } from '../../src/client/widgets/steps.ts';
import { readTodoList } from '../../src/client/widgets/todo.ts';
import { untilEqual } from '../support/until.ts';
import { openRiver, skip, visit, write } from './browser.ts';

/** Submessages of a message by user 1; each by the user with whose id it comes. */
function message(...contents: [sender_id: number, content: unknown][]) {
  const submessages = contents.map(([sender_id, content], index) => ({
    id: index,
    message_id: 1,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }));
  return { sender_id: 1, submessages };
}

const poll = { widget_type: 'poll', extra_data: { question: 'Where?', options: ['Here', 'There'] } };
const todo = { widget_type: 'todo', extra_data: { task_list_title: 'Boat', tasks: [{ task: 'Paint', desc: 'red' }] } };

describe('a poll', () => {
  it('counts votes, takes options from everybody, and its question from its author', () => {
    const found = readPoll(
      message(
        [1, poll],
        [2, { type: 'vote', key: 'canned,0', vote: 1 }],
        [3, { type: 'vote', key: 'canned,0', vote: 1 }],
        [2, { type: 'new_option', idx: 1, option: 'Nowhere' }],
        [3, { type: 'vote', key: '2,1', vote: 1 }],
        [3, { type: 'vote', key: 'canned,0', vote: -1 }],
        [2, { type: 'question', question: 'Not mine' }],
        [1, { type: 'question', question: 'Where to?' }],
      ),
    );

    assert.deepEqual(found, {
      question: 'Where to?',
      options: [
        { key: 'canned,0', text: 'Here', voters: [2] },
        { key: 'canned,1', text: 'There', voters: [] },
        { key: '2,1', text: 'Nowhere', voters: [3] },
      ],
    });
  });

  it('survives what makes no sense', () => {
    const odd = ['{', 'null', '[]', '7', { type: 7 }, { type: 'vote', key: 'x', vote: 1 }, { type: 'vote' }];

    assert.deepEqual(
      readPoll(message([1, poll], ...odd.map((one): [number, unknown] => [2, one])))?.options.map(({ text }) => text),
      ['Here', 'There'],
    );
    assert.equal(readPoll(message([1, '{']))?.question, undefined);
    assert.deepEqual(readPoll(message([1, { widget_type: 'poll', extra_data: { options: 7 } }])), {
      question: '',
      options: [],
    });
  });
});

describe('a to-do list', () => {
  it('has tasks of everybody, done and open again, and its title from its author', () => {
    const found = readTodoList(
      message(
        [1, todo],
        [2, { type: 'new_task', key: 1, task: 'Row', desc: '', completed: false }],
        [3, { type: 'strike', key: '0,canned' }],
        [3, { type: 'strike', key: '1,2' }],
        [1, { type: 'strike', key: '1,2' }],
        [2, { type: 'new_task_list_title', title: 'Not mine' }],
        [1, { type: 'new_task_list_title', title: 'The boat' }],
      ),
    );

    assert.deepEqual(found, {
      title: 'The boat',
      tasks: [
        { key: '0,canned', task: 'Paint', desc: 'red', isDone: true },
        { key: '1,2', task: 'Row', desc: '', isDone: false },
      ],
    });
  });
});

describe('what somebody adds', () => {
  it('is numbered on from what they added before', () => {
    assert.equal(nextIndex(['canned,0', '2,3', '5,9'], 2), 4);
    assert.equal(nextIndex(['0,canned', '7,2'], 2), 8);
    assert.equal(nextIndex([], 2), 1);
  });
});

describe('widgets of a conversation', { skip }, () => {
  it('are made by forms, and change for everybody at once', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    const bob = await visit(river.server, 'bob', { at: river.at });

    await alice.getByRole('button', { name: 'More to insert' }).click();
    await alice.getByRole('button', { name: 'Poll…' }).click();
    await alice.getByLabel('Question').fill('Tea?');
    await alice.getByLabel('Options, one per line').fill('Green\nBlack');
    await alice.getByRole('button', { name: 'Send the poll' }).click();
    await bob.getByRole('button', { name: 'Vote for Green: 0' }).click();
    await alice.getByRole('button', { name: 'Vote for Green: 1' }).waitFor();
    await bob.getByLabel('New option').fill('None');
    await bob.getByLabel('New option').press('Enter');
    await alice.getByRole('button', { name: 'Vote for None: 0' }).waitFor();
    await alice.getByRole('button', { name: 'Change Tea?' }).click();
    await alice.getByLabel('Question').fill('Which tea?');
    await alice.getByLabel('Question').press('Enter');
    await bob.getByRole('heading', { name: 'Which tea?' }).waitFor();
    assert.equal(await bob.getByRole('button', { name: /^Change/ }).count(), 0);

    await write(river, 'bob', '/todo Boat\nPaint: red');
    await alice.getByRole('checkbox', { name: 'Paint red' }).check();
    await bob.getByRole('checkbox', { name: 'Paint red', checked: true }).waitFor();
    await alice.getByLabel('New task').fill('Row: far');
    await alice.getByLabel('New task').press('Enter');
    await bob.getByRole('checkbox', { name: 'Row far' }).waitFor();
  });

  it('number what somebody adds before the event of the last entry arrives', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', '/todo Boat');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const field = alice.getByLabel('New task');
    const polled = alice.waitForRequest('**/api/v1/events**');
    await alice.route('**/api/v1/events**', () => {});
    await alice.reload();
    await polled;

    for (const task of ['Row', 'Row back']) {
      await field.fill(task);
      await field.press('Enter');
      await untilEqual(() => field.inputValue(), '');
    }

    const contents = river.server.db.values<string>('SELECT content FROM submessages ORDER BY id').slice(1);
    assert.deepEqual(
      contents.map((content) => JSON.parse(content)).map(({ task, key }) => [task, key]),
      [
        ['Row', 1],
        ['Row back', 2],
      ],
    );
  });
});

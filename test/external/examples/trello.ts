import type { Example } from './example.ts';

const model = { id: 'b1', name: 'Kitchen', shortUrl: 'https://trello.com/b/B1' };
const board = { id: 'b1', name: 'Kitchen', shortLink: 'B1' };
const card = { id: 'c1', name: 'Buy tea', shortLink: 'C1', idShort: 5 };
const memberCreator = { fullName: 'Mara Lind', username: 'mara' };

function action(type: string, data: object, more: object = {}) {
  return {
    model,
    action: { id: 'a1', type, date: '2026-03-01T10:00:00.000Z', memberCreator, data: { board, ...data }, ...more },
  };
}

export const trello: readonly Example[] = [
  {
    what: 'a new card',
    payload: action('createCard', { card, list: { name: 'To do' } }),
    topic: 'Kitchen',
    text: 'Mara Lind created the card [Buy tea](https://trello.com/c/C1) in the list To do.',
  },
  {
    what: 'a moved card',
    payload: action('updateCard', {
      card,
      old: { idList: '1' },
      listBefore: { name: 'To do' },
      listAfter: { name: 'Done' },
    }),
    topic: 'Kitchen',
    text: 'Mara Lind moved the card [Buy tea](https://trello.com/c/C1) from To do to Done.',
  },
  {
    what: 'an archived card',
    payload: action('updateCard', { card: { ...card, closed: true }, old: { closed: false } }),
    topic: 'Kitchen',
    text: 'Mara Lind archived the card [Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a changed description',
    payload: action('updateCard', { card, old: { desc: '' } }),
    topic: 'Kitchen',
    text: 'Mara Lind changed the description of the card [Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a comment',
    payload: action('commentCard', { card, text: 'Green or black?' }),
    topic: 'Kitchen',
    text: 'Mara Lind wrote a comment on the card [Buy tea](https://trello.com/c/C1).\n\n```quote\nGreen or black?\n```',
  },
  {
    what: 'a new member',
    payload: action('addMemberToCard', { card }, { member: { fullName: 'Jonas Berg' } }),
    topic: 'Kitchen',
    text: 'Mara Lind added Jonas Berg to the card [Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a finished item',
    payload: action('updateCheckItemStateOnCard', { card, checkItem: { name: 'Find the shop', state: 'complete' } }),
    topic: 'Kitchen',
    text: 'Mara Lind finished Find the shop of the card [Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'an attachment',
    payload: action('addAttachmentToCard', {
      card,
      attachment: { name: 'menu.pdf', url: 'https://files.example/menu.pdf' },
    }),
    topic: 'Kitchen',
    text: 'Mara Lind attached [menu.pdf](https://files.example/menu.pdf) to the card [Buy tea](https://trello.com/c/C1).',
  },
  {
    what: 'a renamed list',
    payload: action('updateList', { list: { name: 'Later' }, old: { name: 'Never' } }),
    topic: 'Kitchen',
    text: 'Mara Lind renamed the list Never to the list Later.',
  },
  {
    what: 'a deleted card',
    payload: action('deleteCard', { card: { id: 'c1', idShort: 5 }, list: { name: 'To do' } }),
    topic: 'Kitchen',
    text: 'Mara Lind deleted the card #5 of the list To do.',
  },
];

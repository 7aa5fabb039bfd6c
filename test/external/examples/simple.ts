import type { Example } from './example.ts';

export const json: readonly Example[] = [
  {
    what: 'an object',
    payload: { soup: 'hot', spoons: [1, 2] },
    topic: 'JSON',
    text: '```json\n{\n  "soup": "hot",\n  "spoons": [\n    1,\n    2\n  ]\n}\n```',
  },
  { what: 'a list', payload: [1, 'two'], topic: 'JSON', text: '```json\n[\n  1,\n  "two"\n]\n```' },
  { what: 'a number', payload: 31, topic: 'JSON', text: '```json\n31\n```' },
  {
    what: 'marks that would end the block',
    payload: { text: '```\n@**all**' },
    topic: 'JSON',
    text: '````json\n{\n  "text": "```\\n@**all**"\n}\n````',
  },
  {
    what: 'a form',
    payload: new URLSearchParams({ soup: 'hot' }),
    topic: 'JSON',
    text: '```json\n{\n  "soup": "hot"\n}\n```',
  },
];

export const zapier: readonly Example[] = [
  {
    what: 'a text',
    payload: { content: 'New **lead**: [Jonas](https://crm.example/1)' },
    topic: 'Zapier',
    text: 'New **lead**: [Jonas](https://crm.example/1)',
  },
  { what: 'a text with a topic', payload: { topic: 'leads', content: 'Jonas' }, topic: 'leads', text: 'Jonas' },
  { what: 'a text with a subject', payload: { subject: 'leads', content: 'Jonas' }, topic: 'leads', text: 'Jonas' },
  {
    what: 'a text that calls everyone',
    payload: { content: '@**all** hello' },
    topic: 'Zapier',
    text: '@_**all** hello',
  },
  { what: 'a test of the key', payload: { type: 'auth' }, topic: 'Zapier', text: 'Zapier is connected.' },
];

export const ifttt: readonly Example[] = [
  { what: 'a text', payload: { topic: 'weather', content: 'It **rains**.' }, topic: 'weather', text: 'It **rains**.' },
  {
    what: 'a text of two lines',
    payload: { topic: 'weather', content: 'It rains.\nStay in.' },
    topic: 'weather',
    text: 'It rains.\nStay in.',
  },
  {
    what: 'a text that calls everyone',
    payload: { topic: 'weather', content: 'Storm! @**everyone**' },
    topic: 'weather',
    text: 'Storm! @_**everyone**',
  },
  { what: 'a number', payload: { topic: 'weather', content: 31 }, topic: 'weather', text: '31' },
  {
    what: 'a topic of two lines',
    payload: { topic: 'rain\nnow', content: 'It rains.' },
    topic: 'rain now',
    text: 'It rains.',
  },
  {
    what: 'a subject in place of a topic',
    payload: { subject: 'weather', content: 'It rains.' },
    topic: 'weather',
    text: 'It rains.',
  },
  {
    what: 'a topic besides a subject',
    payload: { subject: 'mail', topic: 'weather', content: 'It rains.' },
    topic: 'weather',
    text: 'It rains.',
  },
  {
    what: 'a subject besides an empty topic',
    payload: { subject: 'mail', topic: '', content: 'It rains.' },
    topic: 'mail',
    text: 'It rains.',
  },
];

const featured_url = 'https://paper.example/1';

export const helloworld: readonly Example[] = [
  {
    what: 'an article',
    payload: { featured_title: 'Tea', featured_url },
    topic: 'Hello, world',
    text: "Hello, world! Today's article is [Tea](https://paper.example/1).",
  },
  {
    what: 'a title with marks',
    payload: { featured_title: '**Tea** `and` [milk](x)', featured_url },
    topic: 'Hello, world',
    text: "Hello, world! Today's article is [∗∗Tea∗∗ ˋandˋ (milk)(x)](https://paper.example/1).",
  },
  {
    what: 'an address that is none',
    payload: { featured_title: 'Tea', featured_url: 'javascript:alert(1)' },
    topic: 'Hello, world',
    text: "Hello, world! Today's article is Tea.",
  },
  {
    what: 'an address with brackets',
    payload: { featured_title: 'Tea', featured_url: 'https://paper.example/a(b) c' },
    topic: 'Hello, world',
    text: "Hello, world! Today's article is [Tea](https://paper.example/a%28b%29%20c).",
  },
  {
    what: 'a title of two lines',
    payload: { featured_title: 'Tea\n# and milk', featured_url },
    topic: 'Hello, world',
    text: "Hello, world! Today's article is [Tea # and milk](https://paper.example/1).",
  },
];

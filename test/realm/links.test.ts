import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { App } from '../../src/app.ts';
import type { Link } from '../../src/markdown/link.ts';
import { linkFinder } from '../../src/organization/links.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const tracker = 'https://tickets.example.com/';

async function addLinkifier({ as }: TestServer, pattern: string, url_template: string): Promise<number> {
  const { status, body } = await as('admin').post('/realm/filters', { pattern, url_template });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}

async function addTickets(server: TestServer): Promise<number> {
  return addLinkifier(server, '#(?P<id>[0-9]+)', `${tracker}{id}`);
}

/** The topic's links of a new message, as its sender fetches it. */
async function topicLinks({ as }: TestServer, topic: string): Promise<unknown> {
  const id = await send(as('alice'), { to: 'general', topic });
  return (await as('alice').get(`/messages/${id}`)).body.message.topic_links;
}

function findLinks(app: App, text: string): Link[] {
  return linkFinder(app)?.(text) ?? [];
}

describe('linkFinder', () => {
  const texts: [string, string[]][] = [
    ['#1', ['#1']],
    ['see #1 and #22.', ['#1', '#22']],
    ['#1 #2 #3', ['#1', '#2', '#3']],
    ['(#1, "#2", \'#3\', <#4>, a:#5', ['#1', '#2', '#3', '#4', '#5']],
    ['line\n#1\u0085#2\u00a0#3\u2003#4', ['#1', '#2', '#3', '#4']],
    ['x#1 -#2 /#3 .#4 ;#5 [#6] #7', ['#7']],
    ['#1a #2é #3٣ #4漢', []],
    ['#1- #2/ #3_ #4#5', ['#1', '#2', '#3', '#4']],
    ['#1😀 😀#2 😀 #3', ['#1', '#3']],
    ['nothing here', []],
    ['', []],
  ];
  for (const [text, expected] of texts) {
    it(`finds ${JSON.stringify(expected)} in ${JSON.stringify(text)}`, async (t) => {
      const server = await startServer(t);
      await addTickets(server);

      const links = findLinks(server.app, text);

      assert.deepEqual(
        links,
        expected.map((link) => ({ text: link, url: `${tracker}${link.slice(1)}`, index: text.indexOf(link) })),
      );
    });
  }

  it('finds nothing without linkifiers', async (t) => {
    const { app } = await startServer(t);

    assert.deepEqual(findLinks(app, '#1 https://example.com/'), []);
  });

  it('writes groups into the URL as the template has it, and leaves out those that took no part', async (t) => {
    const server = await startServer(t);
    const pattern = '(?P<repo>[a-z ]+)#(?P<id>[0-9]+)(?:@(?P<at>\\w+))?';
    await addLinkifier(server, pattern, `${tracker}{repo}/{id}{?at}`);

    assert.deepEqual(
      findLinks(server.app, 'my repo#1@x').map(({ url }) => url),
      [`${tracker}my%20repo/1?at=x`],
    );
    assert.deepEqual(
      findLinks(server.app, 'repo#2').map(({ url }) => url),
      [`${tracker}repo/2`],
    );
  });

  it('lets the linkifier that comes first win where two overlap', async (t) => {
    const server = await startServer(t);
    const short = await addLinkifier(server, 'ab', 'https://short.example.com/');
    const long = await addLinkifier(server, 'ab cd', 'https://long.example.com/');
    const urls = () => findLinks(server.app, 'ab cd ab').map(({ url, index }) => [url, index]);
    const before = urls();

    await server.as('admin').patch('/realm/linkifiers', { ordered_linkifier_ids: [long, short] });

    assert.deepEqual(before, [
      ['https://short.example.com/', 0],
      ['https://short.example.com/', 6],
    ]);
    assert.deepEqual(urls(), [
      ['https://long.example.com/', 0],
      ['https://short.example.com/', 6],
    ]);
  });

  it('follows each change at once, also one that was taken back', async (t) => {
    const server = await startServer(t);
    const { app, db } = server;
    const id = await addTickets(server);
    const found = () => findLinks(app, '#1').map(({ url }) => url);
    const seen = [found()];

    const undone = db.group([
      () => {
        db.run("UPDATE linkifiers SET url_template = 'https://wrong.example.com/{id}'");
        seen.push(found());
        throw new Error('taken back');
      },
    ]);
    seen.push(found());
    await server
      .as('admin')
      .patch(`/realm/filters/${id}`, { pattern: '#(?P<id>\\d)', url_template: 'https://new.example.com/{id}' });
    seen.push(found());
    await server.as('admin').delete(`/realm/filters/${id}`);
    seen.push(found());

    assert.deepEqual(undone, [{ error: new Error('taken back') }]);
    assert.deepEqual(seen, [
      [`${tracker}1`],
      ['https://wrong.example.com/1'],
      [`${tracker}1`],
      ['https://new.example.com/1'],
      [],
    ]);
  });

  it('makes no link of an empty match', async (t) => {
    const server = await startServer(t);
    await addLinkifier(server, 'x*', 'https://example.com/');

    assert.deepEqual(findLinks(server.app, 'a xx 😀 x'), [
      { text: 'xx', url: 'https://example.com/', index: 2 },
      { text: 'x', url: 'https://example.com/', index: 8 },
    ]);
  });

  it('keeps the alternatives of a pattern together, and its anchors to the text', async (t) => {
    const server = await startServer(t);
    await addLinkifier(server, 'cat|^dog|\\bcow$', 'https://example.com/');

    const texts = ['dog cat', 'cat dog', 'x cow', 'cow cat'].map((text) => {
      return findLinks(server.app, text).map((link) => link.text);
    });

    assert.deepEqual(texts, [['dog', 'cat'], ['cat'], ['cow'], ['cat']]);
  });

  it('makes no link that runs code, nor one of half a character', async (t) => {
    const server = await startServer(t);
    await addLinkifier(server, 'go=(?P<where>\\S+)', '{+where}');
    await addLinkifier(server, 'first=(?P<name>\\S+)', 'https://example.com/{name:1}');

    assert.deepEqual(findLinks(server.app, 'go=javascript:alert(1) go=JAVASCRIPT:x first=😀'), []);
    assert.deepEqual(
      findLinks(server.app, 'go=https://a.example/ first=é').map(({ url }) => url),
      ['https://a.example/', 'https://example.com/%C3%A9'],
    );
  });

  it('gives up on a text of nothing but links', async (t) => {
    const server = await startServer(t);
    await addTickets(server);

    assert.equal(findLinks(server.app, '#1 '.repeat(3000)).length, 200);
  });
});

describe('topic_links', () => {
  it('are the links of linkifiers and the URLs of a topic, in the order of the text and without overlaps', async (t) => {
    const server = await startServer(t);
    await addTickets(server);

    const links = await topicLinks(server, 'https://a.example/x #12 www.example.com');

    assert.deepEqual(links, [
      { text: 'https://a.example/x', url: 'https://a.example/x' },
      { text: '#12', url: `${tracker}12` },
      { text: 'www.example.com', url: 'https://www.example.com' },
    ]);
  });

  it('prefer a linkifier to a URL that holds it', async (t) => {
    const server = await startServer(t);
    await addLinkifier(server, 'https://a.example/(?P<id>[0-9]+)', `${tracker}{id}`);

    assert.deepEqual(await topicLinks(server, 'see https://a.example/7!'), [
      { text: 'https://a.example/7', url: `${tracker}7` },
    ]);
  });

  it('need no linkifier for a URL, and take no file or address for one', async (t) => {
    const server = await startServer(t);

    assert.deepEqual(await topicLinks(server, 'http://a.example, ok'), [
      { text: 'http://a.example', url: 'http://a.example' },
    ]);
    assert.deepEqual(await topicLinks(server, 'README.md, see https://a.example and node.js'), [
      { text: 'https://a.example', url: 'https://a.example' },
    ]);
    for (const topic of ['README.md', 'node.js //x', 'a@b.example ftp://c', 'lunch', '']) {
      assert.deepEqual(await topicLinks(server, topic), [], topic);
    }
  });

  it('of messages that were looked at before follow a change', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: 'general', topic: 'bug #12' });
    const look = async () => (await server.as('bob').get(`/messages/${id}`)).body.message.topic_links;
    const before = await look();

    const linkifier = await addTickets(server);
    const after = await look();
    await server.as('admin').delete(`/realm/filters/${linkifier}`);

    assert.deepEqual([before, after, await look()], [[], [{ text: '#12', url: `${tracker}12` }], []]);
  });

  it('are in events of new messages and of renamed topics', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('bob'), 'general');
    await addTickets(server);
    const ears = await listen(server, ['bob']);

    const id = await send(server.as('alice'), { to: 'general', topic: 'bug #12' });
    const rename: Values = { topic: 'bugs #13 #14' };
    await server.as('alice').patch(`/messages/${id}`, rename);

    const [sent, renamed] = (await ears.heard()).bob ?? [];
    assert.deepEqual(sent.message.topic_links, [{ text: '#12', url: `${tracker}12` }]);
    assert.deepEqual(renamed.topic_links, [
      { text: '#13', url: `${tracker}13` },
      { text: '#14', url: `${tracker}14` },
    ]);
  });

  it('of direct messages are none', async (t) => {
    const server = await startServer(t);
    await addTickets(server);
    const id = await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: '#12' });

    const { body } = await server.as('bob').get(`/messages/${id}`);

    assert.deepEqual(body.message.topic_links, []);
  });
});

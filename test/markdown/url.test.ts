import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render, renderLine } from './lookups.ts';

function link(href: string, text = href): string {
  return `<a href="${href}">${text}</a>`;
}

describe('links', () => {
  const cases: [text: string, html: string][] = [
    ['https://example.com/a?b=1&c', link('https://example.com/a?b=1&amp;c')],
    ['see example.com.', `see ${link('http://example.com', 'example.com')}.`],
    ['www.example.dev/x', link('http://www.example.dev/x', 'www.example.dev/x')],
    ['mail a@example.com', `mail ${link('mailto:a@example.com', 'a@example.com')}`],
    ['<https://example.com>', `&lt;${link('https://example.com')}&gt;`],
    ['**https://example.com**', `<strong>${link('https://example.com')}</strong>`],
    ['http://x.org/a_(b)_c', link('http://x.org/a_(b)_c')],
    ['http://x.org/%41', link('http://x.org/%41')],
    ['http://leo@example.com/my/file', link('http://leo@example.com/my/file')],
    ['http://x.org/(a(b(c)))', link('http://x.org/(a(b(c)))')],
    ['http://x.org/(a((b(c(d(e))))))', link('http://x.org/(a((b(c(d(e))))))')],
    ['see:example.com', `see:${link('http://example.com', 'example.com')}`],
    ['(from:a.example.com/x)', `(from:${link('http://a.example.com/x', 'a.example.com/x')})`],
    ['[a](about:example.com)', `[a](about:${link('http://example.com', 'example.com')})`],
    ['failed in foo.bar(), foo.bar (x)', `failed in foo.bar(), ${link('http://foo.bar', 'foo.bar')} (x)`],
    ['see foo.bar/x', `see ${link('http://foo.bar/x', 'foo.bar/x')}`],
    ['mailto:a@example.com', `mailto:${link('mailto:a@example.com', 'a@example.com')}`],
    ['[a](https://example.com)', link('https://example.com', 'a')],
    ['[a *b*](https://example.com)', link('https://example.com', 'a <em>b</em>')],
    ['[a](<https://example.com>)', link('https://example.com', 'a')],
    ['[a](https://example.com "so")', '<a href="https://example.com" title="so">a</a>'],
    ['see http://x.org/a:', `see ${link('http://x.org/a')}:`],
    ['[](https://example.com)', link('https://example.com')],
    ['[ ](https://example.com)', link('https://example.com')],
    ['[a](example.com/x)', link('http://example.com/x', 'a')],
    ['[a](localhost:9991/x)', link('http://localhost:9991/x', 'a')],
    ['[a](example.com:8080)', link('http://example.com:8080', 'a')],
    ['[a](b@example.com)', link('mailto:b@example.com', 'a')],
    ['[a](//example.com/x)', link('http://example.com/x', 'a')],
    ['[a](tel:+123)', link('tel:+123', 'a')],
    ['[a](ftp://example.com)', link('ftp://example.com', 'a')],
    ['[a](#narrow/channel/1)', link('#narrow/channel/1', 'a')],
    ['[a](/user_uploads/1/a.pdf)', link('/user_uploads/1/a.pdf', 'a')],
    ['[a](user_uploads/1/a.pdf)', link('/user_uploads/1/a.pdf', 'a')],
  ];
  for (const [text, html] of cases) {
    it(`makes one of ${text}`, () => {
      assert.equal(renderLine(text), html);
    });
  }

  for (const text of [
    'README.md main.py a.zip',
    'git@example.com:a/b.git',
    'a@example.com/b',
    'ftp://example.com',
    '//example.com/x',
    '[a](javascript:alert)',
    '[a](javascript:1)',
    '[a](file:///etc/passwd)',
    '[a](irc://example.com)',
    '[a]()',
    '[a](\\\\host)',
    '[a][b]',
    '[a]: http',
    'a.b',
  ]) {
    it(`makes none of ${text}`, () => {
      const { html, findings } = render(text);

      assert.equal(html, `<p>${text}</p>`);
      assert.deepEqual(findings.links, []);
    });
  }

  it('keep their URL as it is written, but for spaces and brackets', () => {
    const urls = ['http://x.org/päth?a=%41%#ü', 'https://ünï.example', 'http://xn--bcher-kva.example/_.~'];
    for (const url of urls) assert.equal(renderLine(`[a](${url})`), link(url, 'a'));
    assert.equal(renderLine('[a](<http://x.org/a b>)'), link('http://x.org/a%20b', 'a'));
  });

  it('to this server lead to it under whatever address one reaches it', () => {
    const site = 'http://chat.example.com';

    assert.equal(renderLine(`${site}/#narrow/x`), link('#narrow/x', `${site}/#narrow/x`));
    assert.equal(renderLine(`[a](${site}/user_uploads/1/a.pdf)`), link('/user_uploads/1/a.pdf', 'a'));
    assert.equal(renderLine(`${site}/login`), link(`${site}/login`));
    assert.equal(renderLine(`${site}.evil.org/#x`), link(`${site}.evil.org/#x`));
  });
});

describe('the dialect', () => {
  const cases: [text: string, html: string][] = [
    ['_a_ __b__ c_d_e', '<p>_a_ __b__ c_d_e</p>'],
    ['*a* **b** ***c***', '<p><em>a</em> <strong>b</strong> <strong><em>c</em></strong></p>'],
    ['**a*b** ***c** d* ** e **', '<p><strong>a*b</strong> <strong>*c</strong> d* <strong> e </strong></p>'],
    ['*a **b*** **c\nd** * e*', '<p><em>a <strong>b</strong></em> **c<br>\nd** * e*</p>'],
    ['**a ~~b** c~~ *a `*` b*', '<p><strong>a ~~b</strong> c~~ <em>a <code>*</code> b</em></p>'],
    ['&copy; &#65; &#0; &nobody;', '<p>&copy; &#65; &amp;#0; &nobody;</p>'],
    ['a  \n b', '<p>a  <br>\n b</p>'],
    ['~~a~~ b ~~ c ~~', '<p><del>a</del> b <del> c </del></p>'],
    ['~a~ ~~~b~~~ ~~c', '<p>~a~ ~~~b~~~ ~~c</p>'],
    ['\\*a\\* C:\\temp', '<p>\\<em>a\\</em> C:\\temp</p>'],
    ['a\n===\nb', '<p>a<br>\n===<br>\nb</p>'],
    ['# a\n\n###### b', '<h1>a</h1>\n<h6>b</h6>'],
    ['/me waves', '<p>/me waves</p>'],
    ['a\nb\n\nc', '<p>a<br>\nb</p>\n<p>c</p>'],
    ['![a](http://x.org/a.png)', '<p>!<a href="http://x.org/a.png">a</a></p>'],
    ['[a]\n\n[a]: http://x.org', '<p>[a]</p>\n<p>[a]: <a href="http://x.org">http://x.org</a></p>'],
  ];
  for (const [text, html] of cases) {
    it(`makes of ${JSON.stringify(text)} what it should`, () => {
      assert.equal(render(text).html, html);
    });
  }
});

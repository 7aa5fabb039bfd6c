import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMarkdown } from '../../src/markdown/render.ts';

describe('renderMarkdown', () => {
  it('makes HTML of ordinary Markdown', () => {
    const html = renderMarkdown('**bold** and `code`\nnext line\n\n* item');

    const expected = '<p><strong>bold</strong> and <code>code</code><br>\nnext line</p>\n<ul>\n<li>item</li>\n</ul>';
    assert.equal(html, expected);
  });

  it('links web, mail and phone addresses', () => {
    const text = '[a](https://example.com/?q=1&r=2) [b](mailto:a@example.com) [c](tel:123) https://example.com/x';

    const targets = [...renderMarkdown(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

    assert.deepEqual(targets, [
      'https://example.com/?q=1&amp;r=2',
      'mailto:a@example.com',
      'tel:123',
      'https://example.com/x',
    ]);
  });

  it('makes no link that runs something', () => {
    const addresses = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'javascript&colon;alert(1)',
      '&#x6A;avascript:alert(1)',
      '&#1;javascript:alert(1)',
      '\u0001javascript:alert(1)',
      'java%0ascript:alert(1)',
      'vbscript:x',
      'data:text/html,<script>alert(1)</script>',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
    ];
    const texts = addresses.flatMap((one) => [`[x](${one})`, `[x](<${one}>)`, `<${one}>`, `[x]\n\n[x]: <${one}>`]);

    const links = texts.map(renderMarkdown).filter((html) => html.includes('href'));

    assert.deepEqual(links, []);
  });

  it('shows HTML instead of obeying it', () => {
    const texts = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      'a <b onclick="x()">b</b>',
      '<!-- --><svg/onload=alert(1)>',
      '<iframe srcdoc="x"></iframe>',
    ];

    const allowed = /<\/?(p|em|strong|code|pre)>/g;
    const rest = texts.map((text) => renderMarkdown(text).replace(allowed, '')).filter((html) => html.includes('<'));

    assert.deepEqual(rest, []);
  });

  it('lets no text escape from an attribute', () => {
    const texts = [
      '[x](https://example.com/"onmouseover="alert(1))',
      '[x](https://example.com "\\" onmouseover=\\"alert(1)")',
      '```"><script>alert(1)</script>\ncode\n```',
      '``` x" onclick="y\ncode\n```',
      '[x](https://example.com \'a" onclick="b\')',
    ];

    const bare = texts.map((text) =>
      renderMarkdown(text)
        .replace(/="[^"]*"/g, '=')
        .replace(/>[^<]*</g, '><'),
    );

    assert.deepEqual(
      bare.filter((html) => /on\w+\s*=|script|"/.test(html)),
      [],
    );
  });

  it('fetches no pictures', () => {
    const html = renderMarkdown('![alt](https://example.com/pixel.png) ![x][y]\n\n[y]: https://example.com/p.png');

    assert.equal(html.includes('<img'), false);
    assert.match(html, /<a href="https:\/\/example.com\/pixel.png">alt<\/a>/);
  });
});

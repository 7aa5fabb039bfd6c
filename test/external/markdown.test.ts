import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  blocks,
  bold,
  bullets,
  changed,
  code,
  codeBlock,
  facts,
  firstLine,
  link,
  md,
  nothing,
  quote,
  time,
} from '../../src/external/markdown.ts';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { startHook } from './hook.ts';

const hostile = [
  '@**all**',
  '@**Alice Member**',
  '@*role:members*',
  '@**topic**',
  '#**general**',
  '#**general>lunch**',
  '**bold**',
  '*slanted*',
  '***both***',
  '~~gone~~',
  '`code`',
  '```\ncode\n```',
  '~~~\ncode\n~~~',
  '$$x^2$$',
  '[label](https://evil.example)',
  '![label](https://evil.example/a.png)',
  '[label]: https://evil.example',
  '<time:2026-01-01T00:00:00Z>',
  '<TIME:2026-01-01T00:00:00Z>',
  '# heading',
  '> quotation',
  '- item',
  '+ item',
  '1. item',
  '---',
  '***',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '/poll Tea?',
  '/me boils',
  '<b>bold</b>',
  '\\`x\\`',
  '```spoiler x\ny\n```',
];

describe('text from a payload', () => {
  for (const text of hostile) {
    it(`stays text in a line: ${JSON.stringify(text)}`, () => {
      const html = withoutPlainLinks(renderMarkdown(md`${text}`.source));

      assert.deepEqual(tagsOf(html), ['<p>', '</p>']);
      assert.equal(visible(html), visible(text.replace(/\s+/g, ' ')));
    });

    it(`stays text in bold, in a list, and as the label of a link: ${JSON.stringify(text)}`, () => {
      const shown = blocks(md`By ${bold(text)} and ${link(text, 'https://good.example/a')}:`, bullets([md`${text}`]));

      const html = withoutPlainLinks(renderMarkdown(shown.source));
      const tags = tagsOf(html).filter((tag) => !/^<\/?(?:p|ul|li|strong)>$/.test(tag));

      assert.deepEqual(tags, ['<a href="https://good.example/a">', '</a>']);
    });

    it(`does not leave its quotation or code: ${JSON.stringify(text)}`, () => {
      const shown = blocks(quote(text), code(text), codeBlock(text), md`after`);
      const html = withoutPlainLinks(renderMarkdown(shown.source));

      assert.match(html, /^<blockquote>.*<\/blockquote>\n<p><code>.*<\/code><\/p>\n<div.*<\/div>\s*<p>after<\/p>$/s);
      assert.deepEqual(html.match(/href="[^"]*"|mention|<table|<time|<del>/g) ?? [], []);
    });
  }

  it('calls nobody, and makes no widget, wherever a tool puts it', async (t) => {
    const hook = await startHook(t);
    for (const featured_title of hostile) {
      const { status } = await hook.post('helloworld', { featured_title, featured_url: 'none' });
      assert.equal(status, 200);
      await hook.post('uptimekuma', { msg: featured_title });
    }

    const flags = 'SELECT count(*) FROM message_flags';
    const submessages = 'SELECT count(*) FROM submessages';
    assert.deepEqual([hook.db.value(flags), hook.db.value(submessages)], [0, 0]);
    assert.equal((await hook.posted()).length, 2 * hostile.length);
  });

  const starred = [
    'https://a.example/?q=level:*&x=*',
    'https://a.example/*',
    'https://a.example/a*b*c/**d**',
    'https://a.example/**',
    'https://a.example/*x*?y=~~*z*~~',
    'https://a.example/a*`b',
  ];
  for (const url of starred) {
    it(`shows the stars of an address, and leads there: ${url}`, () => {
      for (const text of [url, `*see* ${url}, *now*`, `(${url})`]) {
        const html = renderMarkdown(md`${text}`.source);

        const [, href = '', shown = ''] = /<a href="([^"]*)">([^<]*)<\/a>/.exec(html) ?? [];
        assert.deepEqual(tagsOf(html.replace(/<a .*<\/a>/, '')), ['<p>', '</p>'], html);
        assert.equal(decodeURIComponent(href.replaceAll('&amp;', '&')), url);
        assert.equal(
          shown
            .replaceAll('&amp;', '&')
            .replace(/[\u2060\ufeff]/g, '')
            .replace('\u02cb', '`'),
          url,
        );
      }
    });
  }

  it('lets no address become a mention', () => {
    const html = renderMarkdown(md`${`https://a.example/*")',!@**all** [https://b.example/@**all**'(`}`.source);

    assert.doesNotMatch(html, /mention/);
  });

  it('keeps addresses, which lead where they say', () => {
    const html = renderMarkdown(md`see https://kettle.example/a_b?c=1&d=2#e`.source);

    assert.deepEqual(tagsOf(html), ['<p>', '<a href="https://kettle.example/a_b?c=1&amp;d=2#e">', '</a>', '</p>']);
  });
});

describe('Markdown for events', () => {
  it('links only what can be linked', () => {
    const urls = [
      'https://a.example/b c)[d]*`\\',
      'javascript:alert(1)',
      '',
      'ftp://a.example',
      `https://a.example/${'x'.repeat(2000)}`,
    ];

    assert.deepEqual(
      urls.map((url) => link('x', url).source),
      ['[x](https://a.example/b%20c%29%5Bd%5D%2A%60%5C)', 'x', 'x', 'x', 'x'],
    );
  });

  it('writes facts in one line if that is short, whatever their links are, and else in a list', () => {
    const page = link('page', `https://x.test/${'y'.repeat(200)}`);

    assert.equal(facts({ A: 'a', B: page }).source, `**A**: a · **B**: ${page.source}`);
    assert.equal(facts({ A: 'a', B: 'b'.repeat(160) }).source, `- **A**: a\n- **B**: ${'b'.repeat(160)}`);
  });

  it('writes one change in the line of its sentence, and several or a long one below', () => {
    const sentence = md`Mara changed it`;

    assert.equal(changed(sentence, facts({ A: 'a.' })).source, 'Mara changed it (**A**: a).');
    assert.equal(changed(sentence, bullets([md`a: b`])).source, 'Mara changed it (a: b).');
    assert.equal(changed(sentence, bullets([md`a`, md`b`])).source, 'Mara changed it.\n\n- a\n- b');
    assert.equal(changed(sentence, md`${'c'.repeat(121)}`).source, `Mara changed it.\n\n${'c'.repeat(121)}`);
    assert.equal(changed(sentence, nothing).source, 'Mara changed it.');
  });

  it('leaves out what is empty, and shortens what is long', () => {
    assert.equal(facts({ A: '', B: 0, C: 'c' }).source, '**B**: 0 · **C**: c');
    assert.equal(blocks(quote(' \n'), bold(''), code(' '), md`x`).source, 'x');
    assert.equal(bullets(Array(22).fill(md`x`)).source, `${'- x\n'.repeat(20)}- and 2 more`);
    assert.equal(quote('x'.repeat(3000)).source.length, 2000 + '```quote\n…\n```'.length);
    assert.deepEqual([firstLine('\n a\nb'), firstLine('x'.repeat(300)).length], ['a', 201]);
    assert.deepEqual(
      [time('2026-01-05T10:00:00+01:00').source, time('soon').source],
      ['<time:2026-01-05T09:00:00Z>', 'soon'],
    );
  });
});

/** HTML without the links of addresses to themselves. */
function withoutPlainLinks(html: string): string {
  return html.replace(/<a href="([^"]*)">\1<\/a>/g, '$1');
}

function tagsOf(html: string): string[] {
  return html.match(/<[^>]*>/g) ?? [];
}

/** A text without the marks that stand in for those of Markdown, which look alike. */
function visible(text: string): string {
  return text
    .replace(/<\/?p>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('\u2060', '')
    .replaceAll('\u2217', '*')
    .replaceAll('\u02cb', '`');
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlToMarkdown } from '../../src/mail/html-to-markdown.ts';
import { ownWords } from '../../src/mail/own-words.ts';

const own = { include_quotes: false, include_footer: false };
const all = { include_quotes: true, include_footer: true };

describe('htmlToMarkdown', () => {
  it('keeps what Markdown knows', () => {
    const examples: [string, string][] = [
      ['<p>One</p><p>two<br>three</p>', 'One\n\ntwo\nthree'],
      ['<div>a</div><div>b</div>', 'a\nb'],
      ['<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
      ['a <b>bold</b>, <em> italic </em> &amp; <s>gone</s>', 'a **bold**,  *italic*  & ~~gone~~'],
      ['<h1>Head</h1>text', '## Head\n\ntext'],
      ['<ul><li>one<li>two</ul>', '- one\n- two'],
      ['<ol><li>one</li><li>two</li></ol>', '1. one\n2. two'],
      ['<a href="https://x.test/a_(b)">here</a>', '[here](https://x.test/a_%28b%29)'],
      ['<a href="https://x.test/">https://x.test/</a>', 'https://x.test/'],
      ['<a href="javascript:alert(1)">here</a>', 'here'],
      ['<pre>if (a)\n  b`c</pre>', '```\nif (a)\n  b`c\n```'],
      ['<code>a*b</code>', '`a*b`'],
      ['<blockquote>said</blockquote>so', '> said\n\nso'],
      ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', 'a b\nc d'],
      ['<img src="https://track.test/x.gif" alt="A cat">', 'A cat'],
      ['<head><title>t</title><style>p{}</style></head><script>x</script>seen', 'seen'],
    ];

    for (const [html, markdown] of examples) assert.equal(htmlToMarkdown(html, own), markdown, html);
  });

  it('lets text be text', () => {
    const html = '<p>@**all** *x* `y` [a](https://evil.test)</p><p>&gt; z</p>';
    const j = '\u2060';

    assert.equal(htmlToMarkdown(html, own), `@∗∗all∗∗ ∗x∗ ˋyˋ [a]${j}(https://evil.test)\n\n${j}> z`);
  });

  it('leaves out quotations and signatures as mail programs write them', () => {
    const quotes = [
      '<div class="gmail_quote gmail_quote_container">On Monday <blockquote>old</blockquote></div>',
      '<div class="moz-cite-prefix">On Monday:</div><blockquote type="cite">old</blockquote>',
      '<div id="divRplyFwdMsg">From: Bob</div><div>old</div>',
    ];

    for (const quote of quotes) {
      assert.equal(htmlToMarkdown(`<p>new</p>${quote}`, own), 'new');
      assert.match(htmlToMarkdown(`<p>new</p>${quote}`, all), /old/);
    }
    assert.equal(htmlToMarkdown('new<div class="gmail_signature">C</div>', own), 'new');
    assert.equal(htmlToMarkdown('new<div class="gmail_signature">C</div>', all), 'new\nC');
  });

  it('keeps words below a quotation, also inside of the element that Gmail puts around it', () => {
    const intro = '<div class="gmail_attr">On Tue, Ann wrote:<br></div>';
    const quote = '<blockquote class="gmail_quote">old</blockquote>';
    const mails = [
      `<div class="gmail_quote">${intro}${quote}</div><p>Fine.</p>`,
      `<div class="gmail_quote gmail_quote_container">${intro}${quote}<div><br></div><div>Fine.</div></div>`,
      '<div class="moz-cite-prefix">On Tue, Ann wrote:</div><blockquote type="cite">old</blockquote><p>Fine.</p>',
      `<p>Fine.</p><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message</div>old</div>`,
    ];

    for (const html of mails) assert.equal(ownWords(htmlToMarkdown(html, own), own), 'Fine.', html);
  });

  it('keeps quotations with answers between them', () => {
    const [one, two] = ['<blockquote type="cite">one?</blockquote>', '<blockquote type="cite">two?</blockquote>'];
    const gmail = `<div class="gmail_quote">${`${one}<div>yes</div>${two}<div>no</div>`.replaceAll('type="cite"', 'class="gmail_quote"')}</div>`;

    for (const html of [`${one}<p>yes</p>${two}<p>no</p>`, gmail]) {
      assert.equal(ownWords(htmlToMarkdown(html, own), own), '> one?\n\nyes\n\n> two?\n\nno', html);
    }
    assert.equal(htmlToMarkdown(`<p>yes</p>${one}<div>On Tue 24.11.2026 Ann wrote:</div>${two}`, own), 'yes');
  });

  it('leaves out what is hidden, and signatures by their name', () => {
    const parts = [
      '<div style="max-height:0; display: none !important">preview</div>',
      '<div id="Signature">Bob</div>',
      '<div class="io-ox-signature">Bob</div>',
      '<div class="bloop_sign">Bob</div>',
      '<signature id="1">Bob</signature>',
      '<span class="gmail_signature_prefix">-- </span>',
    ];

    for (const part of parts) assert.equal(htmlToMarkdown(`<p>Fine.</p>${part}`, own), 'Fine.', part);
    assert.equal(htmlToMarkdown('<p class="signatures">Fine.</p>', own), 'Fine.');
  });

  it('reads the worst in bounded time and depth', () => {
    const deep = '<div><b><ul><li>'.repeat(30_000);
    const wide = `<ol>${'<li>x'.repeat(1000)}</ol>`;

    assert.match(htmlToMarkdown(`seen${deep}x`, own), /^seen[^x]*$/);
    assert.match(htmlToMarkdown(wide, own), /^1\. x\n[\s\S]*\n1000\. x$/);
    assert.equal(htmlToMarkdown('<'.repeat(500_000), own).length < 2_000_000, true);
  });

  it('keeps URLs and what is written in angle brackets as they are', () => {
    const markdown = (html: string) => htmlToMarkdown(html, { include_quotes: false, include_footer: false });

    assert.equal(markdown('<p>&lt;https://x.test/a&gt; and a &gt; b</p>'), '<https://x.test/a> and a > b');
    assert.equal(markdown('https://x.test/aaa<wbr>bbb'), 'https://x.test/aaabbb');
    assert.equal(
      markdown('<a href="https://x.test/*">https://x.test/*</a>'),
      '[https://x.test/\u2217](https://x.test/%2A)',
    );
    assert.equal(markdown('see https://x.test/*'), 'see [https://x.test/*](https://x.test/*)');
    const starred: Readonly<Record<string, string>> = {
      'https://x.test/a?q=level:*&amp;x=*y': 'https://x.test/a?q=level:*&x=*y',
      'https://x.test/a?q=*&amp;b=1&amp;c=*y': 'https://x.test/a?q=*&b=1&c=*y',
      'https://long.<wbr>x.test/a_<wbr>b?x=*y*z': 'https://long.x.test/a_b?x=*y*z',
      [`${'x'.repeat(1985)} https://x.test/b*c*d/e`]: `${'x'.repeat(1985)} https://x.test/b*c*d/e`,
      '&lt;https://x.test/?x=1&amp;y=*z&gt;': '<https://x.test/?x=1&y=*z>',
    };
    for (const [html, text] of Object.entries(starred)) assert.equal(markdown(`<p>${html}</p>`), text);
    assert.equal(
      markdown('<p> # no heading</p><p>&gt; no quotation</p>'),
      '\u2060# no heading\n\n\u2060> no quotation',
    );
  });

  it('puts nothing in a command that somebody may copy, and separates what would be a block', () => {
    const markdown = (html: string) => htmlToMarkdown(html, { include_quotes: false, include_footer: false });
    const j = '\u2060';

    for (const line of ['/usr/bin/env node', '--force', '-rf x', '| grep x', '#!/bin/sh', '$ ls', '==', '_x_y']) {
      assert.equal(
        markdown(`<div>Try:</div><div>${line}</div>`).replace(/^Try:\n/, ''),
        line === '==' ? `${j}==` : line,
      );
    }
    for (const line of ['/poll x', '# x', '- x', '+ x', '1. x', '---', '|---|', ':-- | --:', '> x', '___']) {
      assert.equal(markdown(`<p>${line.replace('>', '&gt;')}</p>`), `${j}${line}`);
    }
  });

  it('leads to own words above what programs quote without a mark of its own', () => {
    const keeping = { include_quotes: false, include_footer: false };
    const fields =
      '<b>From:</b> Ann &lt;ann@x.test&gt;<br><b>Sent:</b> Tuesday, November 24, 2026 6:02 PM<br><b>To:</b> Bob';
    const mails = [
      `<p class="MsoNormal">Fine.</p><div><div style="border-top:solid #E1E1E1 1.0pt"><p>${fields}</p></div></div><p>old</p>`,
      `<p class=MsoNormal>Fine.</p><div align=center><hr size=2></div><p>${fields}</p><p>old</p>`,
      `<div>Fine.<br></div><div style="border-top:1px solid">${fields.replaceAll('<br>', '</div><div>')}</div><div>old</div>`,
      '<p>Fine.</p><p>On Tuesday, 24 November 2026 18:02:03 CET Ann wrote:</p><p>&gt; old</p><p>&gt; older</p>',
      '<div>Fine.</div><hr id="stopSpelling"><div>Date: Tue, 24 Nov 2026<br>From: ann@x.test<br>To: b@x.test</div>old',
      `<font>Fine.</font><br><br><hr><font>${fields}</font><br>old`,
      '<p>Fine.</p><div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div>',
      '<p>Fine.</p><div>Obtenez <a href="https://aka.ms/o0ukef">Outlook pour iOS</a></div>',
      '<p>Fine.</p><div>Holen Sie sich <a href="https://aka.ms/AAb9ysg">Outlook für Android</a></div>',
      '<p>Fine.</p><div><a href="https://aka.ms/o0ukef">iOS 版 Outlook</a> を入手</div>',
    ];

    for (const html of mails) assert.equal(ownWords(htmlToMarkdown(html, keeping), keeping), 'Fine.', html);
  });

  it('reads a paragraph that its writer indented, which programs write as a quotation without a line', () => {
    const markdown = (html: string) => htmlToMarkdown(html, { include_quotes: false, include_footer: false });
    const indent = '<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px">Mine.</blockquote>';
    const ruled = indent.replace('none', 'none; border-left: 1px solid');

    assert.equal(markdown(`${indent}<div>More.</div>`), 'Mine.\n\nMore.');
    assert.equal(markdown(`${ruled}<div>More.</div>`), '> Mine.\n\nMore.');
  });

  it("keeps words below an original mail of Outlook if none are above, by the name that Outlook's writer gives them", () => {
    const head = '<hr><div id="divRplyFwdMsg"><b>From:</b> Ann<br><b>Sent:</b> Tuesday</div>';
    const mine = '<div class="elementToProof">Fine.</div>';
    const mails = [
      `<div id="appendonsend"></div>${head}<div class="x_elementToProof">old</div>${mine}`,
      `${head}<div><table><tr><td>old<td><img alt="old"></table><pre>old</pre>${mine}</div>`,
      `${mine}${head}<div class="elementToProof">old</div>`,
    ];

    for (const html of mails) assert.equal(htmlToMarkdown(html, own), 'Fine.', html);
  });
});

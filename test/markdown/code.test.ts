import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

function block(code: string, language?: string): string {
  const attribute = language === undefined ? '' : ` data-code-language="${language}"`;
  return `<div class="codehilite"${attribute}><pre><span></span><code>${code}\n</code></pre></div>`;
}

describe('blocks of code', () => {
  const cases: [name: string, text: string, html: string][] = [
    ['by backticks', '```\na < b\n```', block('a &lt; b')],
    ['by tildes', '~~~~\na\n~~~~', block('a')],
    ['by four spaces', '    a\n      b\n\n    c', block('a\n  b\n\nc')],
    ['to the end of the text where nothing closes them', 'x\n```\na\n\nb', `<p>x</p>\n${block('a\n\nb')}`],
    ['between paragraphs', 'x\n```\na\n```\ny', `<p>x</p>\n${block('a')}\n<p>y</p>`],
    ['without the empty lines around it', '```\n\n \n  a \n\n```', block('  a')],
    ['without spaces at the ends of lines', '```\na \n\tb\t\nc\n```', block('a\n\tb\nc')],
    ['of nothing', '```\n```', block('')],
    ['with fewer and other marks inside', '````\n```\n~~~~\n`````\n````\nx', `${block('```\n~~~~\n`````')}\n<p>x</p>`],
    ['with entities as they are written', '```\n&lt; &amp;\n```', block('&amp;lt; &amp;amp;')],
    ['in a quotation', '> ```\n> a\n> ```\n> b', `<blockquote>\n${block('a')}\n<p>b</p>\n</blockquote>`],
    ['in an item', '1. a\n   ```\n   b\n    c\n   ```', `<ol>\n<li>a${block('b\n c')}\n</li>\n</ol>`],
    ['behind the mark of an item', '1. ```\n    b\n   ```', `<ol>\n<li>\n${block(' b')}\n</li>\n</ol>`],
    ['again after its item', '* ```\n  a\n```\nb', `<ul>\n<li>\n${block('a')}\n</li>\n</ul>\n${block('b')}`],
    ['up to the end of its item', '* a\n  ```\n  b\nc', `<ul>\n<li>a${block('b')}\n</li>\n</ul>\n<p>c</p>`],
  ];
  for (const [name, text, html] of cases) {
    it(`are read ${name}`, () => {
      assert.equal(render(text).html, html);
    });
  }

  it('of tildes may have backticks after the language, those of backticks may not', () => {
    const code = '<div class="codehilite" data-code-language="Python"><pre><span></span><code>';
    assert.ok(render('~~~python `x`\n1\n~~~').html.startsWith(code));
    assert.ok(render('```python ~x\n1\n```').html.startsWith(code));
    assert.equal(render('``` a`b\nc').html, '<p>``` a`b<br>\nc</p>');
  });

  it('are not begun by marks with more marks after them', () => {
    const { html } = render('``` one ```\n\n~~~~ x: y ~~~~');

    assert.equal(html, '<p><code> one </code></p>\n<p>~~~~ x: y ~~~~</p>');
  });
});

describe('code in a line', () => {
  const cases: [name: string, text: string, html: string][] = [
    ['keeps its spaces', 'a ` b ` c', 'a <code> b </code> c'],
    ['of many spaces keeps them', '`  b   `', '<code>  b   </code>'],
    ['of nothing but spaces keeps them', '`  `', '<code>  </code>'],
    ['holds fewer and more marks', '`` ` `` and ` `` `', '<code> ` </code> and <code> `` </code>'],
    ['goes over lines', '`a\nb`', '<code>a b</code>'],
    ['ends at the first marks of the same number', '`a`b`', '<code>a</code>b`'],
    ['needs marks that close it', '`a ``b', '`a ``b'],
    ['needs them in the same text of a link', '[`a](http://a.example) b`', '[<code>a](http://a.example) b</code>'],
    ['is in the text of a link', '[` a `](http://a.example)', '<a href="http://a.example"><code> a </code></a>'],
    ['is escaped', '`<b> &lt; **x**`', '<code>&lt;b&gt; &amp;lt; **x**</code>'],
  ];
  for (const [name, text, html] of cases) {
    it(name, () => {
      assert.equal(render(text).html, `<p>${html}</p>`);
    });
  }
});

describe('the language of code', () => {
  const cases: [info: string, language: string | undefined][] = [
    ['py', 'Python'],
    ['PY3', 'Python'],
    ['.python', 'Python'],
    ['{.python}', 'Python'],
    [' python  and more', 'Python'],
    ['py2', 'Python 2.x'],
    ['c++', 'C++'],
    ['f#', 'F#'],
    ['html', 'HTML'],
    ['postgres', 'PostgreSQL SQL dialect'],
    ['latex', 'TeX'],
    ['text', 'Text only'],
    ['Klingon', 'Klingon'],
    ['"><b>', '&quot;&gt;&lt;b&gt;'],
    ['', undefined],
  ];
  for (const [info, language] of cases) {
    it(`called ${JSON.stringify(info)} has the name by which clients find playgrounds`, () => {
      assert.equal(
        render(`\`\`\`${info}\n7\n\`\`\``).html.replace(/<span class="mi">7<\/span>/, '7'),
        block('7', language),
      );
    });
  }

  it('is the one that the first line names where nobody else does, and has no name then', () => {
    const one = '<span class="mi">1</span>';

    assert.equal(
      render('```\n#!/usr/bin/env python3\n1\n```').html,
      block(`<span class="ch">#!/usr/bin/env python3</span>\n${one}`),
    );
    assert.equal(render('```\n#!python\n1\n```').html, block(`<span class="ch">#!python</span>\n${one}`));
    assert.equal(
      render('```\n:::python\n1\n```').html,
      block(`<span class="p">:::</span><span class="n">python</span>\n${one}`),
    );
    assert.equal(render('```\n#!/opt/klingon\n1\n```').html, block('#!/opt/klingon\n1'));
  });

  it('is that of the organization where the writer names none', () => {
    const others = { default_code_language: () => 'python' };

    assert.equal(render('```\na\n```', others).html, block('<span class="n">a</span>', 'Python'));
    assert.equal(render('```text\na\n```', others).html, block('a', 'Text only'));
    assert.equal(render('    a', others).html, block('a'));
  });
});

describe('highlighted code', () => {
  const cases: [language: string, code: string, html: string][] = [
    [
      'python',
      'import os\nclass A(B):\n  def f(self): return 1.5 # x',
      '<span class="kn">import</span> <span class="nn">os</span>\n' +
        '<span class="k">class</span> <span class="nc">A</span><span class="p">(</span><span class="nc">B</span><span class="p">):</span>\n' +
        '  <span class="k">def</span> <span class="nf">f</span><span class="p">(</span><span class="bp">self</span><span class="p">):</span> ' +
        '<span class="k">return</span> <span class="mf">1.5</span> <span class="c1"># x</span>',
    ],
    [
      'js',
      'let a = \'x\' + "y" + `z`; // end\n/* long */ null',
      '<span class="kd">let</span>_<span class="nx">a</span>_<span class="o">=</span>_<span class="s1">&#39;x&#39;</span>_' +
        '<span class="o">+</span>_<span class="s2">&quot;y&quot;</span>_<span class="o">+</span>_<span class="sb">`z`</span>' +
        '<span class="p">;</span>_<span class="c1">// end</span>\n<span class="cm">/* long */</span>_<span class="kc">null</span>',
    ],
    ['python', '"""doc"""', '<span class="sd">&quot;&quot;&quot;doc&quot;&quot;&quot;</span>'],
    ['bash', '#!/bin/sh', '<span class="ch">#!/bin/sh</span>'],
    [
      'c',
      'x = 0xff;',
      '<span class="n">x</span>_<span class="o">=</span>_<span class="mh">0xff</span><span class="p">;</span>',
    ],
    [
      'html',
      '<b id="1">',
      '<span class="p">&lt;</span><span class="nt">b</span> <span class="na">id</span>' +
        '<span class="o">=</span><span class="s">&quot;1&quot;</span><span class="p">&gt;</span>',
    ],
    [
      'css',
      'a {\n  color: red\n}\nb { c: d }',
      '<span class="nt">a</span>_<span class="p">{</span>\n' +
        '<span class="w">  </span><span class="k">color</span><span class="p">:</span>_<span class="n">red</span>\n' +
        '<span class="p">}</span>\n<span class="nt">b</span>_<span class="p">{</span>_<span class="n">c</span>' +
        '<span class="p">:</span>_<span class="n">d</span>_<span class="p">}</span>',
    ],
    [
      'css',
      'a {\n  color: #fff;\n  margin: 12px 1.5em 0;\n  width: 50%\n}',
      '<span class="nt">a</span>_<span class="p">{</span>\n' +
        '<span class="w">  </span><span class="k">color</span><span class="p">:</span>_<span class="mh">#fff</span>' +
        '<span class="p">;</span>\n<span class="w">  </span><span class="k">margin</span><span class="p">:</span>_' +
        '<span class="mi">12</span><span class="kt">px</span>_<span class="mf">1.5</span><span class="kt">em</span>_' +
        '<span class="mi">0</span><span class="p">;</span>\n<span class="w">  </span><span class="k">width</span>' +
        '<span class="p">:</span>_<span class="mi">50</span><span class="kt">%</span>\n<span class="p">}</span>',
    ],
    [
      'yaml',
      '- a: b # c',
      '<span class="p p-Indicator">-</span>_<span class="nt">a</span><span class="p">:</span>_' +
        '<span class="l l-Scalar l-Scalar-Plain">b</span>_<span class="c1"># c</span>',
    ],
    [
      'latex',
      '\\pi{3.1}^2 % x',
      '<span class="k">\\pi</span><span class="nb">{</span>3.1<span class="nb">}^</span>2 <span class="c1">% x</span>',
    ],
    ['diff', '-a\n+b', '<span class="gd">-a</span>\n<span class="gi">+b</span>'],
    [
      'json',
      '{"a": true}',
      '<span class="p">{</span><span class="nt">&quot;a&quot;</span><span class="p">:</span>_<span class="kc">true</span><span class="p">}</span>',
    ],
  ];
  for (const [language, code, html] of cases) {
    it(`has the classes of Pygments: ${code}`, () => {
      const found = render(`\`\`\`${language}\n${code}\n\`\`\``).html.replace(/^.*<code>|\n<\/code>.*$/g, '');

      assert.equal(found, html.replaceAll('_', '<span class="w"> </span>'));
    });
  }

  it('is the same whatever was highlighted before', () => {
    const text = '```html\n<script>let a = 1;</script>\n```';

    const before = render(text).html;
    render('```coffee\na = `b`\n```\n```md\n<b>\n```\n```jsx\nhtml`<b>`\n```\n```yaml\na: <%= 1 %>\n```');

    assert.equal(render(text).html, before);
    assert.ok(before.includes('<span class="kd">let</span>'));
  });

  it('is left plain where it is long, but short code of the same text is not', () => {
    const { html } = render(`\`\`\`py\n${'a = 1\n'.repeat(700)}\`\`\`\n\`\`\`py\nb = 1\n\`\`\``);

    assert.equal(html.match(/<span class="mi"/g)?.length, 1);
    assert.ok(html.includes('<span class="n">b</span> <span class="o">=</span> <span class="mi">1</span>'));
  });

  it('is left plain where a grammar would take long', () => {
    const codes = [`a${'b'.repeat(300)} = 1`, `a =${' '.repeat(300)}1`, `${'['.repeat(300)}1`];
    const inCsharp = '```cs\n'.concat('async '.repeat(100), '\nvar a = 1;\n```');

    const htmls = [...codes.map((code) => `\`\`\`js\n${code}\n\`\`\``), inCsharp].map((text) => render(text).html);

    assert.deepEqual(
      htmls.filter((html) => html.includes('<span class=')),
      [],
    );
  });
});

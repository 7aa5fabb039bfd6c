// The search script of the pages. wordsOf and shardOf are inserted above it.
(() => {
  const form = document.querySelector('form');
  const input = form.querySelector('input');
  const said = document.getElementById('said');
  const list = document.getElementById('found');
  const more = document.getElementById('more');
  const { shards, piece, wordsTooShort, searching, found: foundText, unreadable } = form.dataset;
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  const perPage = 50;
  const loaded = new Map();
  const waiting = new Map();

  window.chatdWords = (number, words) => receive(`search/words/${number}.js`, new Map(Object.entries(words)));
  window.chatdMessages = (number, messages) => receive(`search/messages/${number}.js`, messages);

  function receive(path, content) {
    loaded.set(path, Promise.resolve(content));
    waiting.get(path)?.(content);
  }

  // Pages opened as files may load scripts, and nothing else.
  function load(path) {
    if (!loaded.has(path)) {
      loaded.set(
        path,
        new Promise((resolve, reject) => {
          waiting.set(path, resolve);
          const script = document.createElement('script');
          script.src = path;
          script.onerror = () => {
            loaded.delete(path);
            reject(new Error(unreadable.replace('{file}', path)));
          };
          document.head.append(script);
        }),
      );
    }
    return loaded.get(path);
  }

  // The messages with a word that begins with this text.
  async function messagesWith(start) {
    const words = await load(`search/words/${shardOf(start, Number(shards))}.js`);
    const found = new Set();
    for (const [word, steps] of words) {
      if (!word.startsWith(start)) continue;
      let message = 0;
      for (const step of steps.split(',')) {
        message += Number.parseInt(step, 36);
        found.add(message);
      }
    }
    return found;
  }

  let search = 0;

  async function find(text) {
    const own = ++search;
    const starts = [...new Set(wordsOf(text))].filter((word) => [...word].length > 1 || /[^a-z0-9]/.test(word));
    list.replaceChildren();
    more.hidden = true;
    if (starts.length === 0) {
      said.textContent = text.trim() === '' ? '' : wordsTooShort;
      return;
    }
    said.textContent = searching;
    try {
      const sets = await Promise.all(starts.map(messagesWith));
      if (own !== search) return;
      sets.sort((a, b) => a.size - b.size);
      const [first, ...others] = sets;
      const found = [...first].filter((message) => others.every((set) => set.has(message))).sort((a, b) => b - a);
      await show(found, starts, own);
      if (own === search) said.textContent = foundText.replace('{count}', numbers.format(found.length));
    } catch (error) {
      said.textContent = error.message;
    }
  }

  async function show(found, starts, own) {
    const numbers = found.slice(0, perPage);
    const pieces = await Promise.all(numbers.map((number) => load(`search/messages/${Math.floor(number / piece)}.js`)));
    if (own !== search) return;
    list.append(...numbers.map((number, index) => item(pieces[index][number % piece], starts)));
    const rest = found.slice(perPage);
    more.hidden = rest.length === 0;
    more.onclick = () => show(rest, starts, own);
  }

  function item([address, sender, place, time, text], starts) {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = place;
    const head = document.createElement('small');
    const moment = new Date(time * 1000).toISOString();
    head.textContent = ` ${sender}, ${moment.slice(0, 10)} ${moment.slice(11, 16)}`;
    const line = document.createElement('p');
    line.append(...marked(text, starts));
    const entry = document.createElement('li');
    entry.append(link, head, line);
    return entry;
  }

  const longest = 300;
  const unspaced = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
  const unit = new RegExp(`[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
  const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

  // The places of the words that begin with some texts: [from, to, text]. In scripts without spaces, two neighboring
  // characters count as a word.
  function hitsIn(text, starts) {
    const units = [...text.matchAll(unit)];
    return units.flatMap(({ 0: own, index: from }, number) => {
      const next = units[number + 1];
      const isPair = next?.index === from + own.length && isUnspaced.test(own) && isUnspaced.test(next[0]);
      const [word = ''] = wordsOf(isPair ? own + next[0] : own);
      const start = starts.find((one) => word.startsWith(one));
      if (start === undefined) return [];
      return [[from, from + own.length + (isPair && [...start].length > 1 ? next[0].length : 0), start]];
    });
  }

  // The parts of a text to show: around the first hit of each word, then around further ones.
  function windowsOf(text, hits, starts) {
    if (text.length <= longest) return [[0, text.length]];
    const firsts = starts.flatMap((start) => hits.filter((hit) => hit[2] === start).slice(0, 1));
    const shown = [...new Set([...firsts, ...hits])].slice(0, 4).sort((a, b) => a[0] - b[0]);
    if (shown.length === 0) return [[0, cut(text, longest, -1)]];
    const windows = [];
    for (const [from, to] of shown) {
      const [start, end] = [cut(text, Math.max(0, from - 60), 1), cut(text, Math.min(text.length, to + 120), -1)];
      const last = windows.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else windows.push([start, end]);
    }
    return windows;
  }

  // The next place that is not within a word, unless that is long, nor within a character.
  function cut(text, place, step) {
    for (let at = place; Math.abs(at - place) < 20; at += step) {
      if (at <= 0 || at >= text.length) return at;
      if (/\s/.test(text[at])) return step > 0 ? at + 1 : at;
    }
    return /[\udc00-\udfff]/.test(text[place]) ? place + step : place;
  }

  // An excerpt around the matching words, which are marked.
  function marked(text, starts) {
    const hits = hitsIn(text, starts);
    return windowsOf(text, hits, starts).flatMap(([from, end], number) => {
      const parts = [number > 0 ? ' ' : from > 0 ? '… ' : ''];
      let at = from;
      for (const [start, stop] of hits.filter((hit) => hit[0] >= from && hit[1] <= end)) {
        const mark = document.createElement('mark');
        mark.textContent = text.slice(Math.max(at, start), stop);
        parts.push(text.slice(at, start), mark);
        at = stop;
      }
      return [...parts, text.slice(at, end), end < text.length ? ' …' : ''];
    });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    history.replaceState(null, '', `#${encodeURIComponent(input.value)}`);
    find(input.value);
  });

  try {
    input.value = decodeURIComponent(location.hash.slice(1));
  } catch {
    input.value = '';
  }
  find(input.value);
})();

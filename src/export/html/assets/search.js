// The search script of the pages. wordsOf and shardOf are inserted above it.
(() => {
  const form = document.querySelector('form');
  const input = form.querySelector('input');
  const said = document.getElementById('said');
  const list = document.getElementById('found');
  const more = document.getElementById('more');
  const { shards, piece } = form.dataset;
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
            reject(new Error(`${path} cannot be read.`));
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
      said.textContent = text.trim() === '' ? '' : 'Words of at least two letters are found.';
      return;
    }
    said.textContent = 'Searching…';
    try {
      const sets = await Promise.all(starts.map(messagesWith));
      if (own !== search) return;
      sets.sort((a, b) => a.size - b.size);
      const [first, ...others] = sets;
      const found = [...first].filter((message) => others.every((set) => set.has(message))).sort((a, b) => b - a);
      await show(found, starts, own);
      if (own === search) said.textContent = found.length === 1 ? '1 message' : `${found.length} messages`;
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

  // Words and the text between them, with the matching words marked.
  function marked(text, starts) {
    return text.split(/([\p{L}\p{M}\p{N}]+)/u).map((part, index) => {
      const isFound = index % 2 === 1 && wordsOf(part).some((word) => starts.some((start) => word.startsWith(start)));
      if (!isFound) return part;
      const mark = document.createElement('mark');
      mark.textContent = part;
      return mark;
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

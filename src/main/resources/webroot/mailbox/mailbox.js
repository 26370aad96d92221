'use strict';

/* Everything from a message is written as text; its HTML is only ever shown in a frame that runs nothing. */
const MESSAGES = '/dev/mailbox/messages';
const PAUSE = 2000;
const VIEWS = ['html', 'text', 'headers', 'raw'];
const byId = (id) => document.getElementById(id);

let heads = [];
let opened = null;
let view = 'html';
let marks = '';
const read = new Set(JSON.parse(sessionStorage.getItem('read') || '[]'));

async function refresh() {
  try {
    const answer = await fetch(`${MESSAGES}?heads=true&limit=1000`);
    if (!answer.ok) {
      throw new Error((await answer.json()).message);
    }
    heads = await answer.json();
    showList();
  } catch (error) {
    byId('count').textContent = error instanceof TypeError ? 'The server does not answer' : error.message;
  }
}

function showList() {
  const wanted = byId('filter').value.trim().toLowerCase();
  const shown = heads.filter((mail) => `${mail.from} ${mail.to} ${mail.subject}`.toLowerCase().includes(wanted));
  byId('count').textContent = wanted ? `${shown.length} of ${heads.length}` : plural(heads.length);
  byId('empty').hidden = heads.length > 0 || Boolean(opened);
  byId('box').hidden = !byId('empty').hidden;
  byId('unmatched').hidden = shown.length > 0 || heads.length === 0;
  byId('clear').disabled = heads.length === 0;
  const now = JSON.stringify([shown.map((mail) => mail.id), opened && opened.id, read.size]);
  if (now !== marks) {
    marks = now;
    byId('messages').replaceChildren(...shown.map(row));
  }
}

function plural(count) {
  return count === 1 ? '1 message' : `${count} messages`;
}

function row(mail) {
  const link = element('a', '', { href: `#${mail.id}`, class: read.has(mail.id) ? '' : 'unread' });
  if (opened && opened.id === mail.id) {
    link.setAttribute('aria-current', 'true');
  }
  const received = new Date(mail.receivedAt);
  link.append(
    element('span', mail.to || mail.envelope.to, { class: 'to' }),
    element('time', clock(received), { datetime: mail.receivedAt, title: received.toLocaleString() }),
    element('span', mail.subject || '(no subject)', { class: 'subject' }),
    element('span', mail.from || mail.envelope.from, { class: 'from' }));
  const item = element('li', '');
  item.append(link);
  return item;
}

function clock(moment) {
  const today = moment.toDateString() === new Date().toDateString();
  return today
    ? moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : moment.toLocaleDateString([], { day: 'numeric', month: 'short' });
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

async function open() {
  const id = location.hash.slice(1);
  document.body.classList.toggle('reading', id !== '');
  const answer = id ? await fetch(`${MESSAGES}/${encodeURIComponent(id)}`) : null;
  if (id !== location.hash.slice(1)) {
    return;
  }
  opened = answer && answer.ok ? await answer.json() : null;
  byId('message').hidden = !opened;
  byId('none').hidden = Boolean(opened);
  byId('none').textContent = id && !opened ? 'This message is no longer kept.' : 'Choose a message to read it.';
  if (opened) {
    read.add(opened.id);
    sessionStorage.setItem('read', JSON.stringify([...read].slice(-2000)));
    showMessage();
  }
  showList();
}

function showMessage() {
  byId('subject').textContent = opened.subject || '(no subject)';
  byId('from').textContent = opened.from || opened.envelope.from;
  byId('to').textContent = opened.to || opened.envelope.to;
  byId('received').textContent = `${new Date(opened.receivedAt).toLocaleString()} · ${size(opened.size)}`;
  byId('files').replaceChildren(...opened.attachments.map(fileItem));
  byId('files').hidden = opened.attachments.length === 0;
  byId('download').href = `${MESSAGES}/${opened.id}/raw`;
  byId('download').download = `${opened.id}.eml`;
  byId('tab-html').disabled = opened.html === null;
  byId('tab-text').disabled = opened.text === null;
  const possible = VIEWS.filter((name) => !byId(`tab-${name}`).disabled);
  show(possible.includes(view) ? view : possible[0]);
}

function fileItem(file) {
  const item = element('li', '');
  item.append(element('a', `${file.filename} · ${size(file.size)}`, { href: file.url, download: file.filename }));
  return item;
}

function size(octets) {
  if (octets < 1024) {
    return `${octets} B`;
  }
  return octets < 1024 * 1024 ? `${(octets / 1024).toFixed(1)} KB` : `${(octets / 1024 / 1024).toFixed(1)} MB`;
}

function show(name) {
  VIEWS.forEach((each) => {
    byId(`tab-${each}`).setAttribute('aria-selected', String(each === name));
    byId(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  });
  byId('view').setAttribute('aria-labelledby', `tab-${name}`);
  byId('view').replaceChildren(content(name));
}

function content(name) {
  if (name === 'html') {
    return element('iframe', '', {
      title: 'The message',
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      referrerpolicy: 'no-referrer',
      src: `${MESSAGES}/${opened.id}/html`,
    });
  } else if (name === 'headers') {
    return headerTable();
  }
  return element('pre', opened[name], { class: name === 'text' ? 'prose' : '' });
}

function headerTable() {
  const table = element('table', '');
  Object.entries(opened.headers).forEach(([name, value]) => {
    const line = element('tr', '');
    line.append(element('th', name, { scope: 'row' }), element('td', value));
    table.append(line);
  });
  return table;
}

function choose(name) {
  view = name;
  show(name);
}

function moveTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) {
    const possible = VIEWS.filter((name) => !byId(`tab-${name}`).disabled);
    const next = possible[(possible.indexOf(event.target.dataset.view) + step + possible.length) % possible.length];
    choose(next);
    byId(`tab-${next}`).focus();
  }
}

async function clear() {
  if (confirm(`Delete ${plural(heads.length)}?`)) {
    await fetch(MESSAGES, { method: 'DELETE' });
    location.hash = '';
    await refresh();
  }
}

byId('example').textContent = `curl ${location.origin}/v1/send \\
  -H 'Authorization: Bearer sk_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"to":"you@example.org","from":"hello@example.test",
       "subject":"Hello","body":"<p>It works.</p>"}'`;
VIEWS.forEach((name) => {
  byId(`tab-${name}`).addEventListener('click', () => choose(name));
  byId(`tab-${name}`).addEventListener('keydown', moveTab);
});
byId('filter').addEventListener('input', showList);
byId('clear').addEventListener('click', clear);
window.addEventListener('hashchange', open);

async function watch() {
  if (!document.hidden) {
    await refresh();
  }
  setTimeout(watch, PAUSE);
}

open().finally(watch);

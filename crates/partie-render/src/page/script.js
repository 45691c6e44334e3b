(() => {
  'use strict';
  const find = (id) => document.getElementById(id);
  const positions = document.querySelectorAll('.position');
  const links = document.querySelectorAll('.text a[href^="#p"]');
  const status = find('say');
  let now = null;
  const link = (id) => Array.prototype.find.call(links, (a) => a.hash === '#' + id);
  const show = (id, aloud) => {
    const figure = id && find(id);
    if (!figure || !figure.classList.contains('position')) return;
    if (now) {
      now.classList.remove('now');
      const old = link(now.id);
      if (old) old.removeAttribute('aria-current');
    }
    now = figure;
    now.classList.add('now');
    const current = link(id);
    if (current) {
      current.setAttribute('aria-current', 'true');
      if (aloud) current.scrollIntoView({ block: 'nearest' });
    }
    if (aloud) {
      status.textContent = now.dataset.say;
      try { history.replaceState(null, '', '#' + id); } catch (error) { /* a sandboxed page */ }
    }
  };
  const go = {
    first: () => 'p0',
    back: () => now.dataset.back,
    next: () => now.dataset.next,
    last: () => { let at = now; while (at.dataset.next) at = find(at.dataset.next); return at.id; },
    other: () => now.dataset.other,
  };
  const keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', ArrowDown: 'other' };
  document.documentElement.classList.add('js');
  find('tools').hidden = false;
  find('tools').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) show(go[button.value](), true);
  });
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = keys[event.key] && go[keys[event.key]]();
    if (!target) return;
    event.preventDefault();
    show(target, true);
  });
  document.addEventListener('click', (event) => {
    const a = event.target.closest('.text a[href^="#p"]');
    if (!a || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(a.hash.slice(1), true);
  });
  addEventListener('hashchange', () => show(location.hash.slice(1), true));
  show(location.hash.slice(1), false);
  if (!now) show(positions[0].id, false);
})();

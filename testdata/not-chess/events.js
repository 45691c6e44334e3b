const names = ['[Event', "[EventListener", `[Event handler]`];
el.addEventListener('load', () => console.log('[Event] load', names));
for (let i = 0; i < 3; i++) { a[i] = b - 1; }

// Pages say everything without this script: it only brings them up to date by themselves.
const EVERY_MS = 10_000;
const KEY = 'actualisation';

const box = document.getElementById('actualisation');

if (box !== null) {
  box.checked = localStorage.getItem(KEY) !== 'non';
  box.addEventListener('change', () => localStorage.setItem(KEY, box.checked ? 'oui' : 'non'));
  setInterval(bringUpToDate, EVERY_MS);
}

/** What somebody reads, fills in or has opened is left alone. */
function isBusy() {
  const main = document.getElementById('contenu');
  const focused = document.activeElement;
  return (
    document.hidden ||
    main.contains(focused) ||
    main.querySelector('details[open]') !== null ||
    !document.getSelection().isCollapsed
  );
}

async function bringUpToDate() {
  if (!box.checked || isBusy()) return;
  try {
    const answer = await fetch(location.href, { credentials: 'same-origin' });
    // Signed out meanwhile: the page of whoever must sign in.
    if (answer.redirected) return location.reload();
    if (!answer.ok || isBusy()) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('contenu');
    if (fresh !== null) document.getElementById('contenu').replaceChildren(...fresh.childNodes);
  } catch {
    // The worker is being restarted: the next time.
  }
}

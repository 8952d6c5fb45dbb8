import type { ComponentChildren } from 'preact';
import { Document } from './document.js';
import { FORM_FIELD } from '../../http/form-field.js';
import { instant } from './format.js';

const MENU = [
  ['/', 'Sources'],
  ['/executions', 'Exécutions'],
  ['/etapes', 'Étapes'],
  ['/file', 'File'],
  ['/rejets', 'Rejets'],
  ['/doublons', 'Doublons'],
  ['/quotas', 'Quotas et usage'],
  ['/coupures', 'Coupures'],
] as const;

/** Where and to whom a page is shown. */
export interface Shown {
  /** Path of the menu that the page belongs to. */
  under: (typeof MENU)[number][0];
  /** Epoch milliseconds. */
  now: number;
  /** What its forms carry; null for a program, which has none to send. */
  formToken: string | null;
}

interface Props extends Shown {
  title: string;
  children: ComponentChildren;
}

/** A page of the console: the menu, what it says, when it was said. */
export function Layout({ title, under, now, formToken, children }: Props) {
  return (
    <Document title={title}>
      <a class="skip" href="#contenu">
        Aller au contenu
      </a>
      <header class="bar">
        <a class="brand" href="/">
          <img src="/console/icon.svg" alt="" width="24" height="24" />
          <span>
            Marchés publics<span class="long"> · exploitation</span>
          </span>
        </a>
        <nav aria-label="Pages de la console">
          <ul>
            {MENU.map(([path, label]) => (
              <li>
                <a href={path} aria-current={path === under ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {formToken !== null && (
          <form method="post" action="/deconnexion" class="sign-out">
            <input type="hidden" name={FORM_FIELD} value={formToken} />
            <button type="submit" class="quiet">
              Se déconnecter
            </button>
          </form>
        )}
      </header>
      <main id="contenu" tabIndex={-1}>
        <h1>{title}</h1>
        {children}
        <p class="told">État du {instant(now)} UTC.</p>
      </main>
      <footer>
        <label class="live">
          <input type="checkbox" id="actualisation" /> Actualiser toutes les 10 s
        </label>
      </footer>
    </Document>
  );
}

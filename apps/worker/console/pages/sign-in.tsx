import { Document } from '../parts/document.js';

/** @param refusal why the last try failed. @param towards page asked for. */
export function SignInPage({ refusal, towards }: { refusal: string | null; towards: string }) {
  return (
    <Document title="Identification">
      <main class="sign-in">
        <h1>Console d’exploitation</h1>
        <form method="post" action="/connexion">
          <label for="jeton">Jeton d’opérateur</label>
          <input
            id="jeton"
            name="jeton"
            type="password"
            autocomplete="current-password"
            required
            autofocus
            aria-describedby={refusal === null ? 'aide' : 'refus aide'}
          />
          {refusal !== null && (
            <p id="refus" class="refusal" role="alert">
              {refusal}
            </p>
          )}
          <p id="aide" class="hint">
            Celui de la variable <code>OPERATOR_TOKEN</code> du worker. Avec <code>npm start</code>, il est dans{' '}
            <code>.data/demo.json</code>.
          </p>
          <input type="hidden" name="vers" value={towards} />
          <button type="submit" class="primary">
            Ouvrir la console
          </button>
        </form>
      </main>
    </Document>
  );
}

import { Document } from '../parts/document.js';

/** A page that cannot be shown, and what to do. */
export function RefusedPage({ title, message }: { title: string; message: string }) {
  return (
    <Document title={title}>
      <main class="sign-in">
        <h1>{title}</h1>
        <p>{message}</p>
        <p>
          <a href="/">Revenir à la console</a>
        </p>
      </main>
    </Document>
  );
}

import type { ComponentChildren } from 'preact';

/** A whole page without the menu. */
export function Document({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · marches-publics-api`}</title>
        <link rel="icon" href="/console/icon.svg" />
        <link rel="stylesheet" href="/console/console.css" />
        <script src="/console/console.js" type="module" />
      </head>
      <body>{children}</body>
    </html>
  );
}

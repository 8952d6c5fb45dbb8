import { sourceOf } from '#sources/registry';
import { Badge } from '../parts/badge.js';
import { instant, nombre, octets } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import type { RawDocument } from '../queries/rejections.js';
import { reasonText } from './rejection-reasons.js';

interface Props {
  shown: Shown;
  document: Omit<RawDocument, 'body'>;
  /** The body, readable. */
  text: string;
  /** Size of the whole body. */
  bytes: number;
  /** The body is longer than what `text` shows. */
  cut: boolean;
}

/** One document of the archive as it came, and why it was rejected. */
export function DocumentPage({ shown, document, text, bytes, cut }: Props) {
  const { document_id, source, identifiant, format, url, collected_at, reason, detail } = document;
  return (
    <Layout {...shown} title={`Document ${identifiant ?? `n° ${document_id}`}`}>
      <p>
        <a href={`/rejets?source=${source}`}>Rejets de cette source</a>
      </p>
      <dl class="facts">
        <dt>Source</dt>
        <dd>{sourceOf(source)?.nom ?? source}</dd>
        <dt>Motif</dt>
        <dd>
          {reason === null ? (
            'document accepté'
          ) : (
            <Badge tone={reasonText(reason).tone}>{reasonText(reason).text}</Badge>
          )}{' '}
          {detail}
        </dd>
        <dt>Format</dt>
        <dd>{format}</dd>
        <dt>Adresse</dt>
        <dd class="path">{url}</dd>
        <dt>Collecté le</dt>
        <dd>{instant(collected_at)} UTC</dd>
        <dt>Taille</dt>
        <dd>
          {octets(bytes)} · <a href={`/rejets/${document_id}/brut`}>Télécharger tel quel</a>
        </dd>
      </dl>
      {cut && <p>Les {nombre(text.length)} premiers caractères :</p>}
      <pre class="raw" tabIndex={0} role="region" aria-label="Document brut">
        {text}
      </pre>
    </Layout>
  );
}

import type { Normalise } from '../adapter.js';
import type { Normalised, Publication, PublicationKind, RejectionReason } from '../publication.js';
import type { SourceCode } from '../registry.js';
import { createCollector } from '../values/cleaned.js';
import { line } from '../values/text.js';
import { motifOf } from './amendments.js';
import { buyerNodes, foreignCountry, nameOf } from './buyer.js';
import { contentOf } from './content.js';
import { parisDay } from './dates.js';
import { instantOf } from './instant.js';
import { at, isNode, type Node, scalar } from './json.js';
import { releasedLots } from './lots.js';
import { keysOf } from './references.js';
import { kindOf } from './release-kind.js';
import { releaseName } from './release-name.js';
import { scopeOf } from './scope.js';

/**
 * One OCDS 1.1 release (format `ocds-release`). The ocid is the notice: its tender release has it as `identifiant`, every
 * other release is `ocid/id` and cites the ocid, so that all of them belong together in whatever order they come and
 * the notice's id never changes. Of several releases tagged `tender` alone, the one of the latest `date` is the notice's state.
 * Never throws.
 */
export const normaliseOcdsRelease: Normalise = ({ source, identifiant: listed, body }): Normalised => {
  let identifiant: string | null = null;
  try {
    const release = parsed(body);
    if (typeof release === 'string') return rejected('malformed', release, listed);
    const named = releaseName(at(release, 'ocid'), at(release, 'id'));
    if (!named.ok) return rejected('incomplete', named.detail, null);
    identifiant = named.name;
    const kind = kindOf(release);
    if (!kind.ok) return rejected(kind.reason, kind.detail, identifiant);
    const buyer = buyerNodes(release);
    const country = foreignCountry(buyer);
    if (country !== null) return rejected('out_of_scope', `the buyer is not French: ${country}`, identifiant);
    return published(source, release, named, kind.kind, buyer);
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return rejected('internal', detail.slice(0, 500), identifiant);
  }
};

function published(
  source: SourceCode,
  release: Node,
  { ocid, name }: { ocid: string; name: string },
  kind: PublicationKind,
  buyer: readonly Node[],
): Normalised {
  const collector = createCollector();
  const lots = releasedLots(at(release, 'tender'));
  const whole = kind === 'initial' || restates(release, buyer);
  const content = contentOf(release, buyer, lots, whole, collector);
  if (kind === 'initial' && content.titre === null) return rejected('incomplete', 'no tender.title', name);
  const date_publication = collector.keep('date_publication', parisDay(scalar(at(release, 'date'))));
  const publication: Publication = {
    source,
    identifiant: kind === 'initial' ? ocid : name,
    aliases: [],
    kind,
    whole,
    cites: kind === 'initial' ? [] : [ocid],
    ...scopeOf(release, kind, lots ?? []),
    motif: kind === 'initial' ? null : motifOf(release),
    date_publication,
    ...(date_publication === null ? {} : statedAt(at(release, 'date'))),
    keys: keysOf(release, ocid),
    content,
    anomalies: collector.anomalies,
  };
  return { ok: true, publication };
}

function statedAt(date: unknown): Pick<Publication, 'stated_at'> {
  const instant = instantOf(date);
  return instant === null ? {} : { stated_at: new Date(instant).toISOString() };
}

/**
 * Whether a later release gives the whole notice again. The standard leaves it to the publisher: one that only tells what
 * changed is merged field by field. Whoever restates title, buyer and object states everything.
 */
function restates(release: Node, buyer: readonly Node[]): boolean {
  const object = ['description', 'items'].some((field) => at(release, 'tender', field) != null);
  return line(at(release, 'tender', 'title')) !== null && nameOf(buyer) !== null && object;
}

/** The release, or why the document is none. */
function parsed(body: Buffer): Node | string {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return isNode(value) ? value : 'not a JSON object';
  } catch (error) {
    return `not JSON (${error instanceof Error ? error.message : String(error)})`.slice(0, 300);
  }
}

function rejected(reason: RejectionReason, detail: string, identifiant: string | null): Normalised {
  return { ok: false, rejection: { reason, detail, identifiant } };
}

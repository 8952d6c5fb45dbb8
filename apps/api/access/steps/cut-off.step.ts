import { Injectable } from '@nestjs/common';
import { Switches } from '#access/switches/switches';
import { visibleSources } from '#sources/registry';
import { unavailable } from '../../http/unavailable.js';
import type { Passage } from '../passage.js';
import { ServedState } from '../served-state.js';
import type { Step } from '../step.js';

/** What the operator cut, and the first load during which nothing is served. Also learns what is served now. */
@Injectable()
export class CutOffStep implements Step {
  constructor(
    private readonly switches: Switches,
    private readonly state: ServedState,
  ) {}

  async check(passage: Passage): Promise<void> {
    const { policy, cle } = passage;
    if (policy.resource !== null && (await this.switches.isCut(policy.resource))) {
      throw unavailable('Cette ressource est momentanément coupée par l’exploitant.');
    }
    if (cle === null) return;
    const { loading, cut, now } = await this.state.current();
    if (policy.readsAvis && loading) throw unavailable('Premier chargement en cours : réessayez dans un instant.');
    const visible = visibleSources(cle.usage);
    const served = visible.filter((code) => !cut.has(code));
    passage.facts = { cle, visible, served, now };
  }
}

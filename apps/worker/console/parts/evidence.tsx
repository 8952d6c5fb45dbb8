import { scaleLinear } from 'd3-scale';
import { nombre } from './format.js';

const WIDTH = 160;
const HEIGHT = 12;

/** What each field says for (to the right) or against (to the left) two notices being one, in bits; the heaviest first. */
export function Evidence({ champs }: { champs: Readonly<Record<string, { niveau: string; poids: number }>> }) {
  const said = Object.entries(champs)
    .filter(([, { niveau }]) => niveau !== 'absent')
    .sort(([, one], [, other]) => Math.abs(other.poids) - Math.abs(one.poids));
  const most = Math.max(1, ...said.map(([, { poids }]) => Math.abs(poids)));
  const x = scaleLinear([-most, most], [0, WIDTH]);
  return (
    <dl class="evidence">
      {said.map(([champ, { niveau, poids }]) => (
        <div>
          <dt>{champ.replaceAll('_', ' ')}</dt>
          <dd>
            <svg width={WIDTH} height={HEIGHT} aria-hidden="true" class={poids < 0 ? 'against' : 'for'}>
              <line x1={x(0)} x2={x(0)} y1="0" y2={HEIGHT} />
              <rect x={Math.min(x(0), x(poids))} width={Math.abs(x(poids) - x(0))} y="1" height={HEIGHT - 2} rx="2" />
            </svg>
            <span>
              {niveau} <strong>{`${poids < 0 ? '' : '+'}${nombre(poids)}`}</strong>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { Tone } from './badge.js';

export interface Tile {
  label: string;
  value: string;
  detail?: string;
  tone?: Tone;
}

/** The few figures that say whether all is well. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl class="tiles">
      {tiles.map(({ label, value, detail, tone = 'quiet' }) => (
        <div class={`tile ${tone}`}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {detail !== undefined && <span>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { nombre } from './format.js';

/** A share as a bar with its value beside it. @param value 0 to `max`. */
export function Meter({ value, max, label, text }: { value: number; max: number; label: string; text?: string }) {
  return (
    <span class="meter">
      <progress value={Math.min(value, max)} max={max} aria-label={label} />
      <span>{text ?? `${nombre(Math.round((100 * value) / Math.max(max, 1)))} %`}</span>
    </span>
  );
}

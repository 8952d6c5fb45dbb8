/** Gives a slot back; calling it again does nothing. */
export type Release = () => void;

/** Requests in flight, per key and in all, of this instance (contract, Concurrency). */
export class Slots {
  private readonly byCle = new Map<string, number>();
  private total = 0;

  constructor(private readonly bounds: { perCle: number; perInstance: number }) {}

  /** Slots taken now. */
  get inFlight(): number {
    return this.total;
  }

  /** Takes a slot; null when the key or the instance has none left. Release it on every way out, aborts included. */
  acquire(cleId: string): Release | null {
    const taken = this.byCle.get(cleId) ?? 0;
    if (taken >= this.bounds.perCle || this.total >= this.bounds.perInstance) return null;
    this.byCle.set(cleId, taken + 1);
    this.total += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.total -= 1;
      const left = (this.byCle.get(cleId) ?? 1) - 1;
      if (left === 0) this.byCle.delete(cleId);
      else this.byCle.set(cleId, left);
    };
  }
}

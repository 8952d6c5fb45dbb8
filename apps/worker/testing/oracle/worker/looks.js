/**
 * The stages' own looks, which give way while a fault is armed: one that finds work without end would take the work from
 * every job of the queue.
 */
let pause = new AbortController();

export const pauseLooks = () => pause.abort();
export const resumeLooks = () => (pause = new AbortController());
export const looksPaused = () => pause.signal;

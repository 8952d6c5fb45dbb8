/** Injection token of the registry of the worker's metrics. */
export const WORKER_REGISTRY = Symbol('WORKER_REGISTRY');

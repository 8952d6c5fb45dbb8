/** Injection token of the pool that reads read.*. */
export const READ_POOL = Symbol('ReadPool');
/** Injection token of the pool that reads keys and counts quotas: a slow list never keeps a key waiting. */
export const ACCESS_POOL = Symbol('AccessPool');

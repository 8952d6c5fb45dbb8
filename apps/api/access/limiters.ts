/** Injection token of the limiter of addresses. */
export const IP_LIMITER = Symbol('IpLimiter');
/** Injection token of the limiter of keys. */
export const KEY_LIMITER = Symbol('KeyLimiter');
/** Injection token of the Redis that the limiters share; null when none is configured. */
export const LIMITS_REDIS = Symbol('LimitsRedis');

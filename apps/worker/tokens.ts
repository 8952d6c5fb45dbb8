/** Injection tokens of what is not a class. */
export const CLOCK = Symbol('CLOCK');
export const CONFIGURATION = Symbol('CONFIGURATION');
export const HTTP_GATEWAY = Symbol('HTTP_GATEWAY');
export const QUEUE_ADDRESS = Symbol('QUEUE_ADDRESS');
export const COLLECTORS = Symbol('COLLECTORS');

import { Foundation1795000000000 } from './1795000000000-foundation.js';

/** Every migration, oldest first. */
export const MIGRATIONS = [Foundation1795000000000];

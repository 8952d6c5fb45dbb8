import { Rules } from './rules.js';

/** Of the routes that accept no parameter. */
@Rules<NoParameters>()
export class NoParameters {}

/** Version of the contract that this API serves, under /api/v1. */
export const API_VERSION = '1.0.0-beta';

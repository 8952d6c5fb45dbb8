/** Contract: the address of the API ends with this segment. */
export const PREFIX = 'api/v1';

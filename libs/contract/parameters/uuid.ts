import { matching, parameter } from './parameter.js';

const readUuid = matching(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);

/** A UUID in any case, read in lower case. */
export function UuidParameter(description: string): PropertyDecorator {
  return parameter({
    description,
    accepts: 'UUID, par exemple 3f2504e0-4f89-51d3-9a0c-0305e82c3301',
    example: '3f2504e0-4f89-51d3-9a0c-0305e82c3301',
    schema: { type: 'string', format: 'uuid' },
    read: (text) => readUuid(text.toLowerCase()),
  });
}
